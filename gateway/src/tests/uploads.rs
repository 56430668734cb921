//! Uploads and their replies (docs/reference/promises.md T23, T24).

mod bombs;
mod kept;
mod refused;

use std::io::Cursor;

use axum::body::Body;
use http::Request;
use image::{ImageFormat, Rgb, RgbImage};
use lintel_core::Principal;

use crate::tests::front::{Answer, Front};

const BOUNDARY: &str = "the-boundary";
const PATH: &str = "/api/upload";

const PDF: &[u8] =
    b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
const MIB: usize = 1024 * 1024;

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([30, 90, 160]))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// The form of a browser with one file.
fn form(name: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: image/png\r\n\r\n"
    );
    [
        head.as_bytes(),
        file,
        format!("\r\n--{BOUNDARY}--\r\n").as_bytes(),
    ]
    .concat()
}

fn post(path: &str, token: &str, body: Body) -> Request<Body> {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = Request::post(path).header("content-type", kind);
    let request = match token {
        "" => request,
        token => request.header("authorization", format!("Bearer {token}")),
    };
    request.body(body).unwrap()
}

impl Front {
    async fn upload(&self, path: &str, token: &str, file: &[u8]) -> Answer {
        self.send(post(path, token, form("a photo.png", file).into()))
            .await
    }

    /// The address of a stored file.
    async fn uploaded(&self, path: &str, token: &str, file: &[u8]) -> String {
        let answer = self.upload(path, token, file).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let url = answer.json()["url"].as_str().unwrap().to_owned();
        assert_eq!(answer.header("location"), url);
        url
    }

    fn token_of(&self, caller: &Principal) -> String {
        self.mint.token(caller).unwrap()
    }

    /// Every file in the folder of the file store.
    fn kept(&self) -> Vec<String> {
        let mut folders = vec![self.folder.path().to_owned()];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let path = path.strip_prefix(self.folder.path()).unwrap();
                    found.push(path.to_str().unwrap().to_owned());
                }
            }
        }
        found.sort();
        found
    }
}

fn refused(answer: &Answer) -> (u16, String, String, String) {
    let body = answer.json();
    let text = |key: &str| body[key].as_str().unwrap().to_owned();
    (
        answer.status.as_u16(),
        answer.reason(),
        text("title"),
        text("detail"),
    )
}

/// A PNG of a few bytes whose header states this width and height.
fn bomb(side: u32) -> Vec<u8> {
    let mut png = picture(2, 2, ImageFormat::Png);
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&png[12..29]);
    png[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    png
}
