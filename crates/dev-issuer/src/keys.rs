//! The key that signs ID tokens (ES256), and its public half for `/jwks`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// A P-256 key pair and its key id.
pub(crate) struct TokenKey {
    key: SigningKey,
    /// RFC 7638 thumbprint of the public key.
    id: String,
    x: String,
    y: String,
}

impl TokenKey {
    /// Generates a key from 32 random bytes.
    pub(crate) fn generate(random: [u8; 32]) -> Self {
        // About one value in 2^32 is not a valid scalar. Hash until one is, which also works for a random source that
        // repeats itself.
        let mut candidate = Sha256::digest(random);
        let key = loop {
            if let Ok(key) = SigningKey::from_slice(&candidate) {
                break key;
            }
            candidate = Sha256::digest(candidate);
        };
        // SEC 1: one byte for the form (uncompressed), then 32 bytes each for x and y.
        let point = key.verifying_key().to_sec1_bytes();
        let mut coordinates = point.get(1..).unwrap_or_default().chunks(32).map(|part| URL_SAFE_NO_PAD.encode(part));
        let (x, y) = (coordinates.next().unwrap_or_default(), coordinates.next().unwrap_or_default());
        let thumbprint = Sha256::digest(format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#));
        Self { key, id: URL_SAFE_NO_PAD.encode(thumbprint), x, y }
    }

    /// Returns the public key as a JSON Web Key.
    pub(crate) fn public(&self) -> Value {
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id, "x": self.x, "y": self.y })
    }

    /// Returns the claims as a signed token.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "kid": self.id, "typ": "JWT" });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}
