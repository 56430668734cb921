//! The sizes of a photo.

use serde::{Deserialize, Serialize};

/// Which of a photo's sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// The size in which it was sent, or which fits 4,096 × 4,096; documents have this one only.
    Full,
    /// Fits 640 × 480.
    Card,
    /// Fits 168 × 168.
    Thumb,
}

impl Size {
    /// The most pixels in width and height.
    #[must_use]
    pub const fn bounds(self) -> (u32, u32) {
        match self {
            Self::Full => (4096, 4096),
            Self::Card => (640, 480),
            Self::Thumb => (168, 168),
        }
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Card => "card",
            Self::Thumb => "thumb",
        }
    }
}
