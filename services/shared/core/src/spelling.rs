//! One spelling for each variant, used by the database and by people.

/// Declares an enum in which each variant has exactly one spelling, with `as_str`, `parse` and `ALL`. The calling crate
/// needs serde, which uses the same spelling.
#[macro_export]
macro_rules! spelt {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $text)] $variant),+
        }

        impl $name {
            /// Every variant, in the order in which people are offered them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }

            /// The variant that `text` spells exactly.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.as_str() == text)
            }
        }
    };
}
