//! A host of pictures.

use std::{
    io::Cursor,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use image::{ImageFormat, RgbImage};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

/// A host on this machine, and how often it was asked.
pub struct Host {
    port: u16,
    asked: Arc<AtomicUsize>,
}

impl Host {
    /// One that takes `pause` to answer. At `/<name>.jpg` it has a picture; at any other address none.
    pub async fn start(pause: Duration) -> anyhow::Result<Self> {
        let picture = photo()?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let picture = picture.clone();
                tokio::spawn(async move {
                    let mut request = [0; 1024];
                    let length = stream.read(&mut request).await.unwrap_or(0);
                    let line = String::from_utf8_lossy(&request[..length]);
                    let is_there = line
                        .split(' ')
                        .nth(1)
                        .is_some_and(|at| at.ends_with(".jpg"));
                    tokio::time::sleep(pause).await;
                    let (status, body) = if is_there {
                        ("200 OK", picture.as_slice())
                    } else {
                        ("404 Not Found", b"".as_slice())
                    };
                    let head = format!(
                        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                        body.len()
                    );
                    let _ = stream.write_all(head.as_bytes()).await;
                    let _ = stream.write_all(body).await;
                });
            }
        });
        Ok(Self { port, asked })
    }

    /// The address of what is called `name` there.
    pub fn address(&self, name: &str) -> String {
        format!("http://127.0.0.1:{}/{name}", self.port)
    }

    /// Returns how often it was asked.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

/// A picture that is still some hundred kilobytes when it is written anew.
fn photo() -> anyhow::Result<Vec<u8>> {
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(300, 300, |_, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let [red, green, blue, _] = state.to_le_bytes();
        image::Rgb([red, green, blue])
    });
    let mut bytes = Cursor::new(Vec::new());
    noise.write_to(&mut bytes, ImageFormat::Jpeg)?;
    Ok(bytes.into_inner())
}
