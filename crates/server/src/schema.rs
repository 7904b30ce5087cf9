//! The schema of an enum of the domain. The domain does not know the description of the API, so the server repeats the
//! names; the compiler compares them.

/// Declares an enum that is answered for one of the domain, with the same variants.
macro_rules! schema_of {
    (
        $(#[$about:meta])*
        $visibility:vis enum $Key:ident of $Domain:ident {
            $($(#[$meaning:meta])* $variant:ident,)*
        }
    ) => {
        #[derive(Clone, Copy, Debug, serde::Serialize, utoipa::ToSchema)]
        $(#[$about])*
        $visibility enum $Key {
            $($(#[$meaning])* $variant,)*
        }

        impl From<$Domain> for $Key {
            fn from(value: $Domain) -> Self {
                match value {
                    $($Domain::$variant => Self::$variant,)*
                }
            }
        }
    };
}

pub(crate) use schema_of;
