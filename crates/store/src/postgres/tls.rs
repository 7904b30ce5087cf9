//! TLS to PostgreSQL.

use crate::error::{Error, Result};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Which certificate a server may show.
pub(super) enum Trust {
    /// Any: the connection is encrypted, but who is at its other end is not known.
    Anyone,
    /// One of an authority.
    Authority {
        /// The file with the certificates of authorities. `None` for those that the system trusts.
        root: Option<PathBuf>,
        /// Whether it may be for another name than the host's.
        any_name: bool,
    },
}

/// Creates what encrypts connections.
pub(super) fn connector(trust: Trust) -> Result<MakeRustlsConnect> {
    let provider = Arc::new(ring::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match trust {
        Trust::Anyone => Arc::new(Lenient { authority: None, provider: Arc::clone(&provider) }),
        Trust::Authority { root, any_name } => {
            let authority = verifier_of(root.as_deref(), Arc::clone(&provider))?;
            if any_name {
                Arc::new(Lenient { authority: Some(authority), provider: Arc::clone(&provider) })
            } else {
                authority
            }
        }
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Setup(format!("TLS cannot be used: {error}.")))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Verifies by the authorities in a file, or by those that the system trusts.
fn verifier_of(root: Option<&Path>, provider: Arc<CryptoProvider>) -> Result<Arc<WebPkiServerVerifier>> {
    let certificates = match root {
        Some(file) => CertificateDer::pem_file_iter(file)
            .and_then(Iterator::collect)
            .map_err(|error| no_authority(root, &error.to_string()))?,
        None => rustls_native_certs::load_native_certs().certs,
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates);
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
        .build()
        .map_err(|error| no_authority(root, &error.to_string()))
}

fn no_authority(file: Option<&Path>, reason: &str) -> Error {
    Error::Setup(match file {
        Some(file) => format!(
            "The file {} of sslrootcert in GROW_DATABASE_URL has no certificate of an authority: {reason}.",
            file.display()
        ),
        None => format!(
            "This system trusts no authority ({reason}). Install ca-certificates, or name the file of yours as sslrootcert in \
             GROW_DATABASE_URL."
        ),
    })
}

/// Takes less than the usual proof: a certificate of an authority for whatever name it is, or any certificate.
#[derive(Debug)]
struct Lenient {
    authority: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(authority) = &self.authority else { return Ok(ServerCertVerified::assertion()) };
        // The name is checked last.
        match authority.verify_server_cert(end_entity, intermediates, name, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
