//! Which addresses of the internet may be connected to (docs/reference/promises.md T32).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address is on the public internet: neither this machine nor a network around it, however it is written.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        [0 | 10 | 127 | 224..=255, ..] => false,
        [100, second, ..] => second < 64 || second > 127,
        [169, second, ..] => second != 254,
        [172, second, ..] => second < 16 || second > 31,
        [192, 0, third, _] => third != 0 && third != 2,
        [192, second, third, _] => second != 168 && !(second == 88 && third == 99),
        [198, second, third, _] => second != 18 && second != 19 && !(second == 51 && third == 100),
        [203, 0, third, _] => third != 113,
        _ => true,
    }
}

/// Only 2000::/3 is given out; of it, Teredo, examples and 6to4 stand for something else.
const fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first >> 13 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for text in [
            "8.8.8.8",
            "81.2.69.160",
            "100.63.0.1",
            "172.32.0.1",
            "2a00:1450::1",
            "2606:4700::1111",
        ] {
            assert!(text.parse().is_ok_and(is_public), "{text}");
        }
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(
                text.parse().is_ok_and(|address| !is_public(address)),
                "{text}"
            );
        }
    }
}
