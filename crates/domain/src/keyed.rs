//! Enums with keys, which files, addresses and answers name their variants by.

/// Gives an enum the key of each variant, from one list. What follows the list is optional: `Display` writes the key,
/// and `FromStr(Unknown)` reads it, where `Unknown` is the error for a text that is no key.
macro_rules! keyed {
    (
        $name:ident { $($variant:ident $(($of:path))? = $key:literal),+ $(,)? }
        $(, $implemented:ident $(($unknown:ident))?)*
    ) => {
        impl $name {
            /// All, in their order.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$variant $(($of))?),+];

            #[doc = concat!("The key, such as `", keyed!(@first $($key)+), "`.")]
            pub fn key(self) -> &'static str {
                match self {
                    $(Self::$variant $(($of))? => $key),+
                }
            }

            /// The variant with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.key() == key)
            }
        }

        $(keyed!(@$implemented $name $($unknown)?);)*
    };
    (@first $first:literal $($other:literal)*) => { $first };
    (@Display $name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.key())
            }
        }
    };
    (@FromStr $name:ident $unknown:ident) => {
        impl std::str::FromStr for $name {
            type Err = $unknown;

            fn from_str(key: &str) -> Result<Self, $unknown> {
                Self::from_key(key).ok_or($unknown)
            }
        }
    };
}
pub(crate) use keyed;
