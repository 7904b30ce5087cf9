//! The web app is embedded when the server is compiled, so a new build of it compiles the server anew.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
