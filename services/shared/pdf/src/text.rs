/// Text in one or more runs. Line breaks (`\n`) are kept; U+00A0 holds two words together.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Text {
    /// In reading order, whatever the script.
    pub runs: Vec<Run>,
}

/// Characters of one weight.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Run {
    /// The characters, in reading order.
    pub text: String,
    /// True when they are set bold.
    pub bold: bool,
}

impl Text {
    /// Text of the block's own weight.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::default().and(text)
    }

    /// Bold text.
    #[must_use]
    pub fn bold(text: impl Into<String>) -> Self {
        Self::default().and_bold(text)
    }

    /// With more text of the block's own weight.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>) -> Self {
        self.runs.push(Run {
            text: text.into(),
            bold: false,
        });
        self
    }

    /// With more text, bold.
    #[must_use]
    pub fn and_bold(mut self, text: impl Into<String>) -> Self {
        self.runs.push(Run {
            text: text.into(),
            bold: true,
        });
        self
    }

    /// Returns whether there is nothing to print.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.text.is_empty())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::plain(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::plain(text)
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self::plain(text)
    }
}
