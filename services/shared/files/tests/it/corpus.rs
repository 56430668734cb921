//! Files that people and attackers send (docs/reference/promises.md T23), against decoding and keeping.

mod documents;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, RgbaImage};
use lintel_core::{OrganisationId, UserId};
use lintel_files::{
    Contents, FileId, FileStore, Kept, Kind, Owner, Refusal, Size, digest,
    photo::{Format, Picture, Work, is_heic},
};

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Red in the left half, blue in the right.
fn halves(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([220, 20, 20])
        } else {
            Rgb([20, 20, 220])
        }
    })
    .into()
}

/// A JPEG with an EXIF block: on its side (orientation 6), and taken at a place.
fn from_a_phone() -> Vec<u8> {
    let plain = encoded(&halves(800, 600), ImageFormat::Jpeg);
    let mut exif =
        b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"GPSLatitude 51.5074 N");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], &[0xFF, 0xE1], &length, &exif, &plain[2..]].concat()
}

fn processed(sent: &[u8]) -> Result<Vec<Picture>, Refusal> {
    Work::of(sent.to_vec())?.finish()
}

/// A PNG whose head promises so many pixels; its data is a few bytes.
fn promising(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(&halves(2, 2), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn a_photo_is_rewritten_upright_in_three_sizes_without_metadata() {
    let sent = from_a_phone();
    let pictures = processed(&sent).unwrap();
    let sizes: Vec<_> = pictures
        .iter()
        .map(|p| (p.size, p.width, p.height))
        .collect();
    // 800 × 600 on its side is 600 × 800.
    assert_eq!(
        sizes,
        [
            (Size::Full, 600, 800),
            (Size::Card, 360, 480),
            (Size::Thumb, 126, 168)
        ]
    );
    for picture in &pictures {
        assert_eq!(picture.format, Format::Jpeg);
        let has = |part: &[u8]| picture.bytes.windows(part.len()).any(|bytes| bytes == part);
        assert!(!has(b"Exif") && !has(b"GPS"), "{:?}", picture.size);
        let seen = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
        assert_eq!(seen.dimensions(), (picture.width, picture.height));
        // What was left is up now.
        let top = seen.get_pixel(picture.width / 2, picture.height / 8);
        let bottom = seen.get_pixel(picture.width / 2, picture.height * 7 / 8);
        assert!(top.0[0] > 180 && top.0[2] < 80, "{top:?}");
        assert!(bottom.0[2] > 180 && bottom.0[0] < 80, "{bottom:?}");
    }
}

#[test]
fn every_type_is_kept_without_loss_and_a_small_picture_stays_small() {
    for (sent, full, small) in [
        (ImageFormat::Jpeg, Format::Jpeg, Format::Jpeg),
        (ImageFormat::Png, Format::Png, Format::Jpeg),
        (ImageFormat::Gif, Format::Png, Format::Jpeg),
    ] {
        let pictures = processed(&encoded(&halves(100, 50), sent)).unwrap();
        let formats: Vec<_> = pictures.iter().map(|p| p.format).collect();
        assert_eq!(formats, [full, small, small], "{sent:?}");
        assert!(
            pictures.iter().all(|p| (p.width, p.height) == (100, 50)),
            "{sent:?}"
        );
    }
    let clear = DynamicImage::from(RgbaImage::from_pixel(700, 700, image::Rgba([9, 9, 9, 0])));
    let pictures = processed(&encoded(&clear, ImageFormat::Png)).unwrap();
    assert!(pictures.iter().all(|p| p.format == Format::Png));
    assert_eq!((pictures[1].width, pictures[1].height), (480, 480));
}

#[test]
fn of_an_animation_the_first_picture_is_kept() {
    let mut bytes = Vec::new();
    {
        let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
        for colour in [[250, 0, 0, 255], [0, 250, 0, 255]] {
            let frame = image::Frame::new(RgbaImage::from_pixel(20, 20, image::Rgba(colour)));
            encoder.encode_frame(frame).unwrap();
        }
    }
    let pictures = processed(&bytes).unwrap();
    let seen = image::load_from_memory(&pictures[0].bytes)
        .unwrap()
        .into_rgb8();
    assert_eq!(seen.get_pixel(10, 10).0, [250, 0, 0]);
}

/// A WebP with an EXIF block: on its side (orientation 6), and taken at a place.
fn webp_from_a_phone() -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"GPSLatitude 51.5074 N");
    let mut webp = Vec::new();
    let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut webp);
    image::ImageEncoder::set_exif_metadata(&mut encoder, exif).unwrap();
    halves(800, 600).write_with_encoder(encoder).unwrap();
    webp
}

#[test]
fn a_webp_becomes_a_jpeg_where_it_is_taken() {
    let sent = webp_from_a_phone();
    assert!(sent.windows(3).any(|bytes| bytes == b"GPS"));
    // Photos of homes are taken as the specification says.
    assert_eq!(processed(&sent).err(), Some(Refusal::NotAccepted));
    let pictures = Work::of_any(sent.clone()).unwrap().finish().unwrap();
    let full = &pictures[0];
    assert_eq!((full.width, full.height), (600, 800));
    assert_eq!(full.format.media_type(), "image/jpeg");
    assert!(!full.bytes.windows(3).any(|bytes| bytes == b"GPS"));
    let top = image::load_from_memory(&full.bytes).unwrap().into_rgb8();
    assert!(top.get_pixel(300, 100).0[0] > 180);
    let clear = DynamicImage::new_rgba8(20, 20);
    let clear = Work::of_any(encoded(&clear, ImageFormat::WebP)).unwrap();
    let clear = clear.finish_within(10).unwrap();
    assert_eq!(clear.format.media_type(), "image/png");
    for cut in [12, 40, sent.len() / 2] {
        let refused = Work::of_any(sent[..cut].to_vec()).and_then(Work::finish);
        assert_eq!(refused.err(), Some(Refusal::NotAccepted), "{cut}");
    }
    assert!(is_heic(b"\0\0\0\x18ftypheic\0\0\0\0"));
    assert!(!is_heic(&sent));
}

#[test]
fn what_is_no_picture_is_refused_whatever_it_claims() {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let webp = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";
    let bmp = encoded_bmp();
    for sent in [
        &b""[..],
        svg,
        b"<!doctype html><script>alert(1)</script>",
        b"\xef\xbb\xbf<svg/>",
        webp,
        &bmp,
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        // GIF and script in one: its size is the comment that hides the rest.
        b"GIF89a/*\x2f\x2a*/=1;alert(1)//",
    ] {
        assert!(
            processed(sent).is_err(),
            "{:?}",
            &sent[..sent.len().min(12)]
        );
    }
}

fn encoded_bmp() -> Vec<u8> {
    let mut bmp = b"BM".to_vec();
    bmp.resize(200, 0);
    bmp
}

#[test]
fn what_hides_behind_a_picture_is_not_kept() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif] {
        let payload = b"<script>alert(1)</script>PK\x05\x06";
        let sent = [&encoded(&halves(40, 40), format)[..], payload].concat();
        for picture in processed(&sent).unwrap() {
            let found = picture.bytes.windows(8).any(|part| part == b"<script>");
            assert!(!found, "{format:?}");
        }
    }
}

#[test]
fn a_picture_that_breaks_off_is_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif] {
        let whole = encoded(&halves(64, 64), format);
        assert!(processed(&whole).is_ok());
        for cut in [whole.len() / 4, whole.len() / 2, whole.len() * 9 / 10] {
            assert_eq!(
                processed(&whole[..cut]).err(),
                Some(Refusal::NotAccepted),
                "{format:?} {cut}"
            );
        }
    }
}

#[test]
fn too_many_pixels_are_refused_by_the_head_alone() {
    for (width, height) in [(60_000, 60_000), (8_001, 1), (1, 8_001), (8_000, 5_001)] {
        let refusal = Work::of(promising(width, height)).err();
        assert_eq!(refusal, Some(Refusal::TooManyPixels), "{width} × {height}");
    }
    assert!(Work::of(promising(8_000, 5_000)).is_ok_and(|work| work.is_large()));
    assert!(Work::of(promising(2_000, 1_000)).is_ok_and(|work| !work.is_large()));
}

fn owner(id: i64) -> Owner {
    Owner::Organisation(OrganisationId::new(id))
}

#[tokio::test]
async fn a_file_is_its_owners_and_comes_back_in_its_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(&format!("file://{}", folder.path().display())).unwrap();
    let sent = [
        &encoded(&halves(1000, 500), ImageFormat::Png)[..],
        b"and more",
    ]
    .concat();
    let id = FileId::generate();
    let contents = || Contents::Photo(processed(&sent).unwrap());
    assert_eq!(
        store
            .keep(owner(1), id, digest(&sent), contents())
            .await
            .unwrap(),
        Kept::Here
    );

    for (size, media_type, width) in [
        (Size::Full, "image/png", 1000),
        (Size::Card, "image/jpeg", 640),
        (Size::Thumb, "image/jpeg", 168),
    ] {
        let opened = store.get(owner(1), id, size).await.unwrap().unwrap();
        assert_eq!(
            (opened.kind, opened.media_type.as_str()),
            (Kind::Photo, media_type)
        );
        let bytes: Vec<_> = futures::TryStreamExt::try_collect(opened.bytes)
            .await
            .unwrap();
        let bytes = bytes.concat();
        assert_eq!(u64::try_from(bytes.len()).unwrap(), opened.length);
        assert!(bytes != sent);
        assert_eq!(image::load_from_memory(&bytes).unwrap().width(), width);
    }
    for stranger in [owner(2), Owner::User(UserId::new(1))] {
        assert!(store.get(stranger, id, Size::Full).await.unwrap().is_none());
        assert_eq!(store.kind(stranger, id).await.unwrap(), None);
    }
    assert!(store.are_photos(owner(1), &[id, id]).await.unwrap());
    assert!(
        !store
            .are_photos(owner(1), &[id, FileId::generate()])
            .await
            .unwrap()
    );
    assert!(store.are_photos(owner(1), &[]).await.unwrap());
}

#[tokio::test]
async fn the_same_again_is_one_file_and_another_content_gets_no_name_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(&format!("file://{}", folder.path().display())).unwrap();
    let id = FileId::generate();
    let keep = |sent: &'static [u8]| {
        let store = store.clone();
        async move {
            store
                .keep(
                    owner(1),
                    id,
                    digest(sent),
                    Contents::Document(sent.to_vec()),
                )
                .await
                .unwrap()
        }
    };
    // Eight at once: one writes, the others find it; those with another content are told so.
    let (same, other) = (b"%PDF-1.7 one", b"%PDF-1.7 two");
    let ended = futures::future::join_all((0..8).map(|_| keep(same))).await;
    assert!(ended.iter().all(|kept| *kept == Kept::Here), "{ended:?}");
    assert_eq!(keep(other).await, Kept::Taken);
    assert_eq!(keep(same).await, Kept::Here);
    assert_eq!(
        store.kind(owner(1), id).await.unwrap(),
        Some(Kind::Document)
    );
    assert!(!store.are_photos(owner(1), &[id]).await.unwrap());
    assert!(store.get(owner(1), id, Size::Card).await.unwrap().is_none());
}

#[tokio::test]
async fn a_file_whose_description_was_not_written_does_not_exist() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(&format!("file://{}", folder.path().display())).unwrap();
    let (id, sent) = (FileId::generate(), b"%PDF-1.7");
    store
        .keep(
            owner(1),
            id,
            digest(sent),
            Contents::Document(sent.to_vec()),
        )
        .await
        .unwrap();
    let place = folder.path().join(format!("org/1/{id}"));
    std::fs::remove_file(place.join("about.json")).expect("a crash before the last write");
    assert!(store.get(owner(1), id, Size::Full).await.unwrap().is_none());
    store
        .keep(
            owner(1),
            id,
            digest(sent),
            Contents::Document(sent.to_vec()),
        )
        .await
        .unwrap();
    assert!(store.get(owner(1), id, Size::Full).await.unwrap().is_some());
}

#[test]
fn a_place_is_a_folder_by_its_absolute_path_and_nobody_elses() {
    use std::os::unix::fs::PermissionsExt as _;
    for bad in ["", "files", "/files", "file://files", "s3://bucket"] {
        assert!(FileStore::open(bad).is_err(), "{bad}");
    }
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a b/files");
    FileStore::open(&format!("file://{}", inner.display())).unwrap();
    assert_eq!(inner.metadata().unwrap().permissions().mode() & 0o077, 0);
}

#[tokio::test]
async fn an_owners_files_are_listed_and_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(&format!("file://{}", folder.path().display())).unwrap();
    let mine = Owner::Organisation(OrganisationId::new(1));
    let others = [
        Owner::Organisation(OrganisationId::new(11)),
        Owner::User(UserId::new(1)),
    ];
    let mut kept = std::collections::BTreeSet::new();
    for place in 0..3 {
        let (id, sent) = (FileId::generate(), [place]);
        let contents = Contents::Document(sent.to_vec());
        store.keep(mine, id, digest(&sent), contents).await.unwrap();
        kept.insert(id);
    }
    for other in others {
        let contents = Contents::Document(b"theirs".to_vec());
        let id = FileId::generate();
        store
            .keep(other, id, digest(b"theirs"), contents)
            .await
            .unwrap();
    }
    // What a crash left of an upload is no file.
    let half = folder
        .path()
        .join("org/1")
        .join(FileId::generate().to_string());
    std::fs::create_dir(&half).unwrap();
    std::fs::write(half.join("0123456789abcdef-full"), b"half").unwrap();
    let listed: std::collections::BTreeSet<FileId> =
        futures::TryStreamExt::try_collect(store.list(mine))
            .await
            .unwrap();
    assert_eq!(listed, kept);
    let nobody = Owner::User(UserId::new(2));
    let none: Vec<FileId> = futures::TryStreamExt::try_collect(store.list(nobody))
        .await
        .unwrap();
    assert!(none.is_empty());
}
