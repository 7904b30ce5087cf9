//! Rebuilds the server when the web app that it embeds has been rebuilt.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
