//! Fetches a picture of a listing from the address that a feed named.
//!
//! Anybody who imports a feed chooses such addresses, so the host may be any on the internet and none inside, and what comes may be
//! anything: it is decoded within limits and written anew, and only that is handed on.

use std::{sync::Arc, time::Duration};

use lintel_files::photo::Work;
use lintel_outbound::{Judge, digits, is_public};
use reqwest::{StatusCode, header};
use tokio::sync::Semaphore;
use url::Url;

use crate::domain::{LARGEST_PICTURE, Picture};

/// Bytes of a picture at its address.
const LARGEST: usize = 8 * 1024 * 1024;
/// The longest time that the other side may take to answer, and between two pieces.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest time that all of it may take.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(10);
/// Pixels of the longer side of what is kept.
const LONGEST_SIDE: u32 = 1_600;
/// Pictures that are decoded at once: the largest take 256 MiB meanwhile.
const DECODED_AT_ONCE: usize = 1;
/// The first bytes of the file types that are taken: JPEG and PNG.
const BEGINNINGS: [&[u8]; 2] = [b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1A\n"];

/// Why an address gave no picture. Addresses may have keys in them, so none is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPicture {
    /// The address is none that may be fetched.
    #[error("{0}")]
    Address(&'static str),
    /// The other side cannot be reached, or its answer breaks off.
    #[error("the host cannot be reached, or its answer broke off")]
    Away,
    /// The other side took too long.
    #[error("the host was too slow")]
    Slow,
    /// The other side answered something else than a file.
    #[error("the host answered with status {0}")]
    Status(u16),
    /// It is too large, as it came or as it would be kept.
    #[error("the picture is too large")]
    TooLarge,
    /// It is no PNG or JPEG, or damaged.
    #[error("it is no whole PNG or JPEG")]
    NotAPicture,
    /// It has too many pixels.
    #[error("the picture has too many pixels")]
    TooManyPixels,
}

impl NoPicture {
    /// The outcome in metrics: `refused` for what came or for the address itself, `away` where nothing came.
    #[must_use]
    pub const fn outcome(self) -> &'static str {
        match self {
            Self::Away | Self::Slow | Self::Status(_) => "away",
            Self::Address(_) | Self::TooLarge | Self::NotAPicture | Self::TooManyPixels => {
                "refused"
            }
        }
    }
}

/// The error's words are left out, because they may name the address.
impl From<reqwest::Error> for NoPicture {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            Self::Slow
        } else {
            Self::Away
        }
    }
}

impl From<lintel_files::Refusal> for NoPicture {
    fn from(refusal: lintel_files::Refusal) -> Self {
        match refusal {
            lintel_files::Refusal::TooManyPixels => Self::TooManyPixels,
            lintel_files::Refusal::NotAccepted | lintel_files::Refusal::ActiveDocument => {
                Self::NotAPicture
            }
        }
    }
}

/// Fetches pictures.
#[derive(Clone)]
pub struct PictureFetcher {
    client: reqwest::Client,
    judge: Judge,
    schemes: &'static [&'static str],
    decoding: Arc<Semaphore>,
}

impl std::fmt::Debug for PictureFetcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureFetcher").finish_non_exhaustive()
    }
}

impl PictureFetcher {
    /// Fetches over https, from addresses of the internet.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn new() -> reqwest::Result<Self> {
        Self::judging(Arc::new(|_, address| is_public(address)), &["https"])
    }

    /// Fetches over `schemes`, from where `judge` allows it.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn judging(judge: Judge, schemes: &'static [&'static str]) -> reqwest::Result<Self> {
        let client = lintel_outbound::client(judge.clone(), ANSWER_TIMEOUT)
            .timeout(TOTAL_TIMEOUT)
            .https_only(!schemes.contains(&"http"))
            .build()?;
        Ok(Self {
            client,
            judge,
            schemes,
            decoding: Arc::new(Semaphore::new(DECODED_AT_ONCE)),
        })
    }

    /// The picture at `address`, written anew: upright, without what it does not show, at most 1,600 pixels wide and high. It takes
    /// at most ten seconds, and what decoding takes.
    ///
    /// # Errors
    /// [`NoPicture`].
    pub async fn fetch(&self, address: &str) -> Result<Picture, NoPicture> {
        let url = self.allowed(address)?;
        let sent = self.read(url).await?;
        if !BEGINNINGS.iter().any(|start| sent.starts_with(start)) {
            return Err(NoPicture::NotAPicture);
        }
        let turn = self.decoding.clone().acquire_owned().await;
        let written = tokio::task::spawn_blocking(move || {
            // Held here, because a caller who gives up does not end the work.
            let _turn = turn;
            written_anew(sent)
        });
        // What makes the decoder panic is no picture either.
        written.await.unwrap_or(Err(NoPicture::NotAPicture))
    }

    /// The client never asks its resolver for an address in digits, so those are judged here.
    fn allowed(&self, address: &str) -> Result<Url, NoPicture> {
        let url = Url::parse(address).map_err(|_| NoPicture::Address("it is no address"))?;
        if !self.schemes.contains(&url.scheme()) {
            return Err(NoPicture::Address("its address does not begin with https"));
        }
        let host = url.host_str().unwrap_or_default();
        if digits(&url).is_some_and(|address| !(self.judge)(host, address)) {
            return Err(NoPicture::Address("its host is not on the internet"));
        }
        Ok(url)
    }

    async fn read(&self, url: Url) -> Result<Vec<u8>, NoPicture> {
        // Some hosts send what is not taken here to whoever does not say.
        let asked = self
            .client
            .get(url)
            .header(header::ACCEPT, "image/jpeg, image/png;q=0.9");
        let mut answer = asked.send().await?;
        if answer.status() != StatusCode::OK {
            return Err(NoPicture::Status(answer.status().as_u16()));
        }
        let announced = answer.content_length().unwrap_or(0);
        if usize::try_from(announced).is_ok_and(|announced| announced > LARGEST) {
            return Err(NoPicture::TooLarge);
        }
        let mut sent = Vec::new();
        while let Some(piece) = answer.chunk().await? {
            if sent.len() + piece.len() > LARGEST {
                return Err(NoPicture::TooLarge);
            }
            sent.extend_from_slice(&piece);
        }
        Ok(sent)
    }
}

/// The limits are checked before anything is decoded.
fn written_anew(sent: Vec<u8>) -> Result<Picture, NoPicture> {
    let picture = Work::of(sent)?.finish_within(LONGEST_SIDE)?;
    if picture.bytes.len() > LARGEST_PICTURE {
        return Err(NoPicture::TooLarge);
    }
    Ok(Picture {
        media_type: picture.format.media_type().to_owned(),
        content: picture.bytes,
    })
}

#[cfg(test)]
mod tests;
