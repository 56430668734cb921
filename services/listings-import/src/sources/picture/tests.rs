use std::{io::Cursor, sync::atomic::Ordering};

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    time::Instant,
};

use super::{
    super::testing::{INSIDE, server},
    *,
};

/// A fetcher that differs from production's in speaking with a server without TLS on this machine.
fn open() -> anyhow::Result<PictureFetcher> {
    lintel_testkit::install_tls();
    Ok(PictureFetcher::judging(
        Arc::new(|_, _| true),
        &["https", "http"],
    )?)
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}

fn house(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_pixel(width, height, image::Rgb([180, 90, 60])).into()
}

fn reply(body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// The result of fetching from a server that answers with `reply`.
async fn fetched(reply: impl Into<Vec<u8>>) -> anyhow::Result<Result<Picture, NoPicture>> {
    let (port, _) = server(reply).await?;
    let address = format!("http://127.0.0.1:{port}/1.jpg");
    Ok(open()?.fetch(&address).await)
}

#[tokio::test]
async fn no_picture_is_fetched_from_inside() -> anyhow::Result<()> {
    lintel_testkit::install_tls();
    let (port, count) = server(reply(&encoded(&house(8, 8), ImageFormat::Png)?)).await?;
    // As in production but for TLS, which the canary does not speak.
    let judge: Judge = Arc::new(|_, address| is_public(address));
    let fetcher = PictureFetcher::judging(judge, &["https", "http"])?;
    for host in INSIDE {
        let refused = fetcher.fetch(&format!("http://{host}:{port}/1.jpg")).await;
        let expected = if host == "localhost" {
            NoPicture::Away
        } else {
            NoPicture::Address("its host is not on the internet")
        };
        assert_eq!(refused, Err(expected), "{host}");
    }
    assert_eq!(count.load(Ordering::SeqCst), 0);
    assert!(
        open()?
            .fetch(&format!("http://localhost:{port}/1.jpg"))
            .await
            .is_ok()
    );
    assert_eq!(count.load(Ordering::SeqCst), 1);
    Ok(())
}

#[tokio::test]
async fn a_picture_is_fetched_over_https_alone() -> anyhow::Result<()> {
    lintel_testkit::install_tls();
    let fetcher = PictureFetcher::new()?;
    for (address, reason) in [
        (
            "http://img.example.com/1.jpg",
            "its address does not begin with https",
        ),
        (
            "file:///etc/passwd",
            "its address does not begin with https",
        ),
        ("nonsense", "it is no address"),
    ] {
        let refused = fetcher.fetch(address).await;
        assert_eq!(refused, Err(NoPicture::Address(reason)), "{address}");
    }
    Ok(())
}

#[tokio::test]
async fn no_redirect_of_a_picture_is_followed() -> anyhow::Result<()> {
    let (port, count) = server(reply(&encoded(&house(8, 8), ImageFormat::Png)?)).await?;
    let moved = format!(
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{port}/\r\ncontent-length: 0\r\n\r\n"
    );
    assert_eq!(fetched(moved).await?, Err(NoPicture::Status(302)));
    assert_eq!(count.load(Ordering::SeqCst), 0);
    Ok(())
}

#[tokio::test]
async fn a_picture_that_is_too_large_is_not_read_to_its_end() -> anyhow::Result<()> {
    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 8388609\r\n\r\n";
    assert_eq!(fetched(announced).await?, Err(NoPicture::TooLarge));
    let unannounced = [b"HTTP/1.1 200 OK\r\n\r\n".as_slice(), &vec![0; LARGEST + 1]].concat();
    assert_eq!(fetched(unannounced).await?, Err(NoPicture::TooLarge));
    Ok(())
}

#[tokio::test]
async fn a_picture_that_would_not_fit_a_message_is_refused() -> anyhow::Result<()> {
    let mut state = 1_u32;
    let noise = RgbaImage::from_fn(1_200, 1_200, |_, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        image::Rgba(state.to_le_bytes())
    });
    let sent = encoded(&noise.into(), ImageFormat::Png)?;
    assert!((LARGEST_PICTURE..LARGEST).contains(&sent.len()));
    assert_eq!(fetched(reply(&sent)).await?, Err(NoPicture::TooLarge));
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_host_that_sends_a_byte_now_and_then_has_ten_seconds() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        let Ok((mut stream, _)) = listener.accept().await else {
            return;
        };
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).await;
        let mut sent = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n".as_slice();
        while stream.write_all(sent).await.is_ok() {
            sent = b"x";
            tokio::time::sleep(ANSWER_TIMEOUT / 2).await;
        }
    });
    let begun = Instant::now();
    let address = format!("http://127.0.0.1:{port}/1.jpg");
    assert_eq!(open()?.fetch(&address).await, Err(NoPicture::Slow));
    assert!(begun.elapsed() >= TOTAL_TIMEOUT && begun.elapsed() < TOTAL_TIMEOUT + ANSWER_TIMEOUT);
    Ok(())
}

#[tokio::test]
async fn what_is_no_whole_png_or_jpeg_is_no_picture() -> anyhow::Result<()> {
    let jpeg = encoded(&house(64, 64), ImageFormat::Jpeg)?;
    let gif = encoded(&house(8, 8), ImageFormat::Gif)?;
    for (body, what) in [
        (b"<script>alert(1)</script>".as_slice(), "a page"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP"),
        (&gif, "a GIF"),
        (jpeg.split_at(jpeg.len() / 2).0, "half a JPEG"),
        (b"\x89PNG\r\n\x1A\n", "the beginning of a PNG"),
        (b"", "nothing"),
    ] {
        let came = fetched(reply(body)).await?;
        assert_eq!(came, Err(NoPicture::NotAPicture), "{what}");
    }
    Ok(())
}

/// A PNG of a few bytes whose head says these sides.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1A\n".to_vec();
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let head = [b"IHDR".as_slice(), &sides, &[8, 2, 0, 0, 0]].concat();
    for chunk in [head.as_slice(), b"IDAT", b"IEND"] {
        let length = u32::try_from(chunk.len() - 4).unwrap_or(0);
        png.extend_from_slice(&length.to_be_bytes());
        png.extend_from_slice(chunk);
        let mut sum = flate2::Crc::new();
        sum.update(chunk);
        png.extend_from_slice(&sum.sum().to_be_bytes());
    }
    png
}

#[tokio::test]
async fn a_picture_with_too_many_pixels_is_refused_undecoded() -> anyhow::Result<()> {
    for (width, height) in [(60_000, 60_000), (8_001, 1), (7_000, 7_000)] {
        let came = fetched(reply(&bomb(width, height))).await?;
        assert_eq!(came, Err(NoPicture::TooManyPixels), "{width} × {height}");
    }
    Ok(())
}

#[tokio::test]
async fn a_picture_is_written_anew_without_what_it_does_not_show() -> anyhow::Result<()> {
    let mut sent = encoded(&house(3_200, 1_200), ImageFormat::Jpeg)?;
    sent.extend_from_slice(b"<script>canary</script>");
    let kept = fetched(reply(&sent)).await??;
    assert_eq!(kept.media_type, "image/jpeg");
    assert!(!kept.content.windows(6).any(|window| window == b"canary"));
    let decoded = image::load_from_memory_with_format(&kept.content, ImageFormat::Jpeg)?;
    assert_eq!((decoded.width(), decoded.height()), (1_600, 600));
    let clear = RgbaImage::from_pixel(8, 8, image::Rgba([1, 2, 3, 4]));
    let kept = fetched(reply(&encoded(&clear.into(), ImageFormat::Png)?)).await??;
    assert_eq!(kept.media_type, "image/png");
    Ok(())
}
