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

/// Judges a file. Takes a second or more of a processor for the largest photo.
///
/// # Errors
/// `DOCUMENT_INVALID` for an empty or a large one; `FILE_TYPE_INVALID` for anything but a photo or a PDF in which nothing can run.
pub fn check(content: Vec<u8>) -> Result<Checked, Error> {
    if content.is_empty() {
        return Err(Error::field(
            "DOCUMENT_INVALID",
            "content",
            "Choose a file.",
        ));
    }
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > LARGEST {
        return Err(Error::field(
            "DOCUMENT_INVALID",
            "content",
            "Please upload a file smaller than 10MB",
        ));
    }
    if content.starts_with(b"%PDF-") {
        document::check(&content).map_err(refused)?;
        return Ok(Checked {
            media_type: "application/pdf",
            bytes: content,
        });
    }
    let pictures = photo::Work::of(content)
        .and_then(photo::Work::finish)
        .map_err(refused)?;
    let picture = pictures.into_iter().next();
    let picture = picture.ok_or_else(|| refused(Refusal::NotAccepted))?;
    Ok(Checked {
        media_type: picture.format.media_type(),
        bytes: picture.bytes,
    })
}

fn refused(refusal: Refusal) -> Error {
    let text = match refusal {
        Refusal::NotAccepted => "Please upload a photo (PNG, JPG or GIF) or a PDF",
        Refusal::TooManyPixels => "Please upload a smaller picture",
        Refusal::ActiveDocument => {
            "Please upload a PDF without scripts, forms that send and attached files"
        }
    };
    Error::field("FILE_TYPE_INVALID", "content", text)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat};

    use super::*;

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let written = DynamicImage::new_rgb8(40, 30).write_to(&mut bytes, format);
        assert!(written.is_ok());
        bytes.into_inner()
    }

    #[test]
    fn t23_a_file_is_what_it_holds_whatever_it_is_called() {
        for (format, media_type) in [
            (ImageFormat::Png, "image/png"),
            (ImageFormat::Jpeg, "image/jpeg"),
            (ImageFormat::Gif, "image/png"),
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
}
