//! What an applicant's file is, by its content alone.

use lintel_core::Error;
use lintel_files::{LARGEST, Refusal, document, photo};

/// A file that may be kept: a photo written anew, or a PDF in which nothing can run.
#[derive(Debug)]
pub struct Checked {
    /// What it is.
    pub media_type: &'static str,
    /// What is kept of it.
    pub bytes: Vec<u8>,
}

/// The sides of a tenant's photo, in pixels, at most.
const PHOTO_SIDE: u32 = 400;

/// Judges a document's file. Takes a second or more of a processor for the largest photo.
///
/// # Errors
/// `DOCUMENT_INVALID` for an empty or a large one; `FILE_TYPE_INVALID` for anything but a photo or a PDF in which nothing can run.
pub fn check(content: Vec<u8>) -> Result<Checked, Error> {
    check_as(content, "DOCUMENT_INVALID", "content")
}

/// As [`check`]; an empty or a large file is refused with `reason`, and every one at `field`.
///
/// # Errors
/// As [`check`].
pub fn check_as(
    content: Vec<u8>,
    reason: &'static str,
    field: &'static str,
) -> Result<Checked, Error> {
    let refused = |refusal| refused(refusal, field);
    sized(&content, reason, field)?;
    if content.starts_with(b"%PDF-") {
        document::check(&content).map_err(refused)?;
        return Ok(Checked {
            media_type: "application/pdf",
            bytes: content,
        });
    }
    if photo::is_heic(&content) {
        return Err(unaccepted(photo::HEIC_REFUSED, field));
    }
    let pictures = photo::Work::of_any(content)
        .and_then(photo::Work::finish)
        .map_err(refused)?;
    let picture = pictures.into_iter().next();
    let picture = picture.ok_or_else(|| refused(Refusal::NotAccepted))?;
    Ok(Checked {
        media_type: picture.format.media_type(),
        bytes: picture.bytes,
    })
}

/// Judges a tenant's photo, and writes it anew as small as it is shown. Takes a second or more of a processor for the largest.
///
/// # Errors
/// `PHOTO_INVALID` for an empty or a large one; `FILE_TYPE_INVALID` for anything but a photo.
pub fn photo(content: Vec<u8>) -> Result<Checked, Error> {
    sized(&content, "PHOTO_INVALID", "content")?;
    let picture = photo::Work::of(content).and_then(|work| work.finish_within(PHOTO_SIDE));
    let picture = picture.map_err(|refusal| match refusal {
        Refusal::TooManyPixels => refused(refusal, "content"),
        Refusal::NotAccepted | Refusal::ActiveDocument => {
            unaccepted("Please upload a photo (PNG, JPG or GIF)", "content")
        }
    })?;
    Ok(Checked {
        media_type: picture.format.media_type(),
        bytes: picture.bytes,
    })
}

fn sized(content: &[u8], reason: &'static str, field: &'static str) -> Result<(), Error> {
    if content.is_empty() {
        return Err(Error::field(reason, field, "Choose a file."));
    }
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > LARGEST {
        let text = "Please upload a file smaller than 10MB";
        return Err(Error::field(reason, field, text));
    }
    Ok(())
}

fn refused(refusal: Refusal, field: &'static str) -> Error {
    let text = match refusal {
        Refusal::NotAccepted => "Please upload a photo (PNG, JPG, WebP or GIF) or a PDF",
        Refusal::TooManyPixels => "Please upload a smaller picture",
        Refusal::ActiveDocument => {
            "Please upload a PDF without scripts, forms that send and attached files"
        }
    };
    unaccepted(text, field)
}

fn unaccepted(text: &'static str, field: &'static str) -> Error {
    Error::field("FILE_TYPE_INVALID", field, text)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat};

    use super::*;

    fn picture(format: ImageFormat) -> Vec<u8> {
        sized_picture(format, 40, 30)
    }

    fn sized_picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let written = DynamicImage::new_rgb8(width, height).write_to(&mut bytes, format);
        assert!(written.is_ok());
        bytes.into_inner()
    }

    #[test]
    fn t23_a_file_is_what_it_holds_whatever_it_is_called() {
        for (format, media_type) in [
            (ImageFormat::Png, "image/png"),
            (ImageFormat::Jpeg, "image/jpeg"),
            (ImageFormat::Gif, "image/png"),
            (ImageFormat::WebP, "image/jpeg"),
        ] {
            let mut sent = picture(format);
            sent.extend(b"<script>alert(1)</script>");
            let kept = check(sent.clone());
            let kept = kept.map(|kept| (kept.media_type, kept.bytes));
            let Ok((kept_type, bytes)) = kept else {
                // Bytes after a JPEG's end are no whole JPEG: it is refused as a damaged one.
                assert_eq!(format, ImageFormat::Jpeg);
                continue;
            };
            assert_eq!(kept_type, media_type);
            assert!(!bytes.windows(8).any(|window| window == b"<script>"));
        }
        for hostile in [
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".as_slice(),
            b"<html></html>",
            b"MZ\x90\x00",
            b"PK\x03\x04",
            b"%PDF-1.7 this is none",
            b"",
        ] {
            assert!(check(hostile.to_vec()).is_err());
        }
        let large = vec![0; usize::try_from(LARGEST).unwrap_or(0) + 1];
        assert!(check(large).is_err());
    }

    #[test]
    fn a_photo_that_nothing_decodes_says_what_to_do() {
        let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
        let Err(Error::Invalid { violations, .. }) = check(heic) else {
            panic!("it was taken");
        };
        let text = violations.iter().map(|one| one.message.as_str()).next();
        assert_eq!(text, Some(photo::HEIC_REFUSED));
    }

    #[test]
    fn a_photo_of_a_tenant_is_small_and_nothing_but_a_photo() {
        let kept = photo(sized_picture(ImageFormat::Png, 1200, 600));
        let Ok(Checked { media_type, bytes }) = kept else {
            panic!("{kept:?}");
        };
        assert_eq!(media_type, "image/jpeg");
        let size = image::load_from_memory(&bytes).map(|small| (small.width(), small.height()));
        assert_eq!(size.ok(), Some((400, 200)));
        for hostile in [b"%PDF-1.7".as_slice(), b"<svg/>", b""] {
            assert!(photo(hostile.to_vec()).is_err());
        }
    }
}
