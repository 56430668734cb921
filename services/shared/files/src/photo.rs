//! Photos: decoded and written again, so that only the visible picture is kept.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageEncoder as _, ImageFormat, Limits,
    codecs::{
        gif::GifDecoder,
        jpeg::{JpegDecoder, JpegEncoder},
        png::{PngDecoder, PngEncoder},
        webp::WebPDecoder,
    },
    metadata::Orientation,
};

use crate::{Refusal, Size, jpeg};

/// The longest accepted side, in pixels.
pub const MOST_SIDE: u32 = 8_000;
/// The most pixels that are accepted.
pub const MOST_PIXELS: u64 = 40_000_000;
/// The most memory that a decoded picture may take, in bytes.
pub const MOST_MEMORY: u64 = 128 * 1024 * 1024;
/// The most that a picture whose scans are put together may take while that is done, in bytes.
const MOST_WORKING_MEMORY: u64 = 2 * MOST_MEMORY;
/// Above this a picture is [large](Work::is_large), in bytes.
const LARGE: u64 = 48 * 1024 * 1024;
/// The quality of JPEGs, from 1 to 100.
const QUALITY: u8 = 88;

/// The format in which a picture is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The format of photos that were sent as JPEG, and of WebPs and small sizes without transparency.
    Jpeg,
    /// The format of everything else, without loss.
    Png,
}

impl Format {
    /// The media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// A photo in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Which.
    pub size: Size,
    /// The format in which it is written.
    pub format: Format,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A picture whose head was read and is within the limits; nothing is decoded yet.
#[derive(Debug)]
pub struct Work {
    sent: Vec<u8>,
    format: ImageFormat,
    memory: u64,
}

impl Work {
    /// Looks at a file by its content: PNG, JPEG or GIF, whole as far as can be told, within the limits.
    ///
    /// # Errors
    /// [`Refusal::NotAccepted`], [`Refusal::TooManyPixels`].
    pub fn of(sent: Vec<u8>) -> Result<Self, Refusal> {
        Self::among(
            sent,
            &[ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif],
        )
    }

    /// Works like [`Self::of`], and WebP besides, which phones save from what they are sent.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_any(sent: Vec<u8>) -> Result<Self, Refusal> {
        let taken = [
            ImageFormat::Png,
            ImageFormat::Jpeg,
            ImageFormat::Gif,
            ImageFormat::WebP,
        ];
        Self::among(sent, &taken)
    }

    fn among(sent: Vec<u8>, taken: &[ImageFormat]) -> Result<Self, Refusal> {
        let format = image::guess_format(&sent).map_err(|_| Refusal::NotAccepted)?;
        if !taken.contains(&format) {
            return Err(Refusal::NotAccepted);
        }
        let (mut progressive, decoder) = (false, decoder(&sent, format)?);
        if format == ImageFormat::Jpeg {
            let structure = jpeg::structure(&sent).ok_or(Refusal::NotAccepted)?;
            progressive = structure.progressive;
        }
        let (width, height) = decoder.dimensions();
        let pixels = u64::from(width) * u64::from(height);
        let decoded = decoder.total_bytes();
        if pixels == 0 {
            return Err(Refusal::NotAccepted);
        }
        // A progressive one keeps two bytes for each coefficient besides, and a WebP its planes.
        let memory = if progressive || format == ImageFormat::WebP {
            decoded.saturating_mul(3)
        } else {
            decoded
        };
        let fits = pixels <= MOST_PIXELS && decoded <= MOST_MEMORY && memory <= MOST_WORKING_MEMORY;
        drop(decoder);
        fits.then_some(Self {
            sent,
            format,
            memory,
        })
        .ok_or(Refusal::TooManyPixels)
    }

    /// Returns whether decoding takes so much memory that one at a time is enough.
    #[must_use]
    pub const fn is_large(&self) -> bool {
        self.memory > LARGE
    }

    /// Decodes the first picture in the file, turns it upright and writes it in every size. Takes a second or more of a
    /// processor for the largest.
    ///
    /// # Errors
    /// [`Refusal::NotAccepted`] for a damaged file.
    pub fn finish(self) -> Result<Vec<Picture>, Refusal> {
        let (mut picture, kept) = self.upright(Size::Full.bounds())?;
        let mut all = vec![written(&picture, Size::Full, kept)?];
        for size in [Size::Card, Size::Thumb] {
            picture = shrunk(picture, size.bounds());
            all.push(written(&picture, size, small(&picture))?);
        }
        Ok(all)
    }

    /// Works like [`Self::finish`], but in one size: fitting a square with sides of so many pixels.
    ///
    /// # Errors
    /// As [`Self::finish`].
    pub fn finish_within(self, side: u32) -> Result<Picture, Refusal> {
        let (picture, _) = self.upright((side, side))?;
        written(&picture, Size::Full, small(&picture))
    }

    /// The first picture in the file, fitting `bounds` and turned upright, and what it is kept as.
    fn upright(self, bounds: (u32, u32)) -> Result<(DynamicImage, Format), Refusal> {
        let mut decoder = decoder(&self.sent, self.format)?;
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let picture = DynamicImage::from_decoder(decoder).map_err(|_| Refusal::NotAccepted)?;
        let mut picture = plain(shrunk(picture, bounds));
        picture.apply_orientation(orientation);
        let kept = match self.format {
            ImageFormat::Jpeg => Format::Jpeg,
            ImageFormat::WebP => small(&picture),
            _ => Format::Png,
        };
        Ok((picture, kept))
    }
}

/// Returns whether a file is a photo as iPhones take them, which nothing here decodes.
#[must_use]
pub fn is_heic(sent: &[u8]) -> bool {
    const BRANDS: [&[u8]; 7] = [
        b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1",
    ];
    let brand = sent.get(8..12);
    sent.get(4..8) == Some(b"ftyp") && brand.is_some_and(|brand| BRANDS.contains(&brand))
}

/// The text that refuses such a photo and says what to do instead.
pub const HEIC_REFUSED: &str = "Photos in the HEIC format cannot be opened here. On an iPhone, set Settings, Camera, Formats to Most Compatible \
                               and take the photo again, or send a screenshot of it";

/// Returns the format in which a small picture is kept.
fn small(picture: &DynamicImage) -> Format {
    if picture.has_alpha() {
        Format::Png
    } else {
        Format::Jpeg
    }
}

/// The decoder of `format` under the limits.
fn decoder(sent: &[u8], format: ImageFormat) -> Result<Box<dyn ImageDecoder + '_>, Refusal> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let bytes = Cursor::new(sent);
    let mut decoder: Box<dyn ImageDecoder> = match format {
        ImageFormat::Jpeg => Box::new(JpegDecoder::new(bytes).map_err(refusal)?),
        ImageFormat::Png => {
            Box::new(PngDecoder::with_limits(bytes, limits.clone()).map_err(refusal)?)
        }
        ImageFormat::Gif => Box::new(GifDecoder::new(bytes).map_err(refusal)?),
        ImageFormat::WebP => Box::new(WebPDecoder::new(bytes).map_err(refusal)?),
        _ => return Err(Refusal::NotAccepted),
    };
    decoder.set_limits(limits).map_err(refusal)?;
    Ok(decoder)
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn refusal(error: image::ImageError) -> Refusal {
    match error {
        image::ImageError::Limits(_) => Refusal::TooManyPixels,
        _ => Refusal::NotAccepted,
    }
}

/// Eight bits a channel, and no transparency where nothing is transparent.
fn plain(picture: DynamicImage) -> DynamicImage {
    if !picture.has_alpha() {
        return match picture {
            DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) => picture,
            DynamicImage::ImageLuma16(_) => picture.into_luma8().into(),
            _ => picture.into_rgb8().into(),
        };
    }
    let picture = picture.into_rgba8();
    if picture.pixels().all(|pixel| pixel.0[3] == u8::MAX) {
        return DynamicImage::from(picture).into_rgb8().into();
    }
    picture.into()
}

/// Scaled down to fit a width and a height; never enlarged.
fn shrunk(picture: DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    if picture.width() <= width && picture.height() <= height {
        return picture;
    }
    picture.thumbnail(width, height)
}

fn written(picture: &DynamicImage, size: Size, format: Format) -> Result<Picture, Refusal> {
    let mut bytes = Vec::new();
    let (width, height, color) = (picture.width(), picture.height(), picture.color().into());
    let pixels = picture.as_bytes();
    match format {
        Format::Jpeg => JpegEncoder::new_with_quality(&mut bytes, QUALITY)
            .write_image(pixels, width, height, color),
        Format::Png => PngEncoder::new(&mut bytes).write_image(pixels, width, height, color),
    }
    .map_err(|_| Refusal::NotAccepted)?;
    Ok(Picture {
        size,
        format,
        width,
        height,
        bytes,
    })
}
