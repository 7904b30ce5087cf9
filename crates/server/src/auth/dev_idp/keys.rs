//! The key that ID tokens are signed with (ES256), its public half for `/jwks`, and the signing.

use crate::Random;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// A P-256 key pair and its name.
pub(super) struct TokenKey {
    key: SigningKey,
    /// RFC 7638 thumbprint of the public half: another key has another name.
    id: String,
    x: String,
    y: String,
}

impl TokenKey {
    /// A new key from 32 random bytes.
    pub(super) fn generate(random: &Random) -> Self {
        let mut seed = [0; 32];
        random.fill(&mut seed);
        // One value in 2^32 lies outside the curve's order. Hashing on finds the next, even for a source that repeats itself.
        let mut candidate = Sha256::digest(seed);
        let key = loop {
            if let Ok(key) = SigningKey::from_slice(&candidate) {
                break key;
            }
            candidate = Sha256::digest(candidate);
        };
        // SEC 1: one byte for the form (uncompressed), then x and y of 32 bytes each.
        let point = key.verifying_key().to_sec1_bytes();
        let mut coordinates = point.get(1..).unwrap_or_default().chunks(32).map(|part| URL_SAFE_NO_PAD.encode(part));
        let (x, y) = (coordinates.next().unwrap_or_default(), coordinates.next().unwrap_or_default());
        let thumbprint = Sha256::digest(format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#));
        Self { key, id: URL_SAFE_NO_PAD.encode(thumbprint), x, y }
    }

    /// The public half as a JSON Web Key.
    pub(super) fn public(&self) -> Value {
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id, "x": self.x, "y": self.y })
    }

    /// The claims as a signed token.
    pub(super) fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "kid": self.id, "typ": "JWT" });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}
