//! The permissions policy.

use http::{HeaderName, HeaderValue};

/// The permissions policy of all pages: no device features.
pub(crate) const PERMISSIONS: (HeaderName, HeaderValue) = (
    HeaderName::from_static("permissions-policy"),
    HeaderValue::from_static(
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
    ),
);
