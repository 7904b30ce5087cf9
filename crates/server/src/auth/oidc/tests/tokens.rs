//! Valid and forged ID tokens, for the client's unit tests and the server's integration tests.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};

/// Returns a public key as an issuer publishes it.
pub(crate) fn public(key: &SigningKey, id: &str) -> Value {
    let point = key.verifying_key().to_sec1_bytes();
    let [x, y] = [&point[1..33], &point[33..]].map(|part| URL_SAFE_NO_PAD.encode(part));
    json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": x, "y": y })
}

/// Returns a token with an ES256 signature, whatever its header says.
pub(crate) fn signed(key: &SigningKey, header: &Value, claims: &Value) -> String {
    let text = unsigned(header, claims);
    let signature: Signature = key.sign(text.as_bytes());
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
}

/// Returns header and claims as they are signed.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".")
}

/// Returns claims with one claim replaced, or removed if the value is null.
pub(crate) fn with(mut claims: Value, name: &str, value: Value) -> Value {
    match value {
        Value::Null => claims.as_object_mut().unwrap().remove(name),
        value => claims.as_object_mut().unwrap().insert(name.into(), value),
    };
    claims
}
