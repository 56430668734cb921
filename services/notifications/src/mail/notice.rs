//! The words of mails that tell an owner what happened to the account.

use crate::domain::Notice;

/// Characters of a line of plain text.
const LINE: usize = 72;

/// The words of one notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The subject.
    pub subject: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The preview that a mail client shows beside the subject.
    pub preview: &'static str,
    /// The event; the time follows it.
    pub what: &'static str,
    /// The advice for the case that somebody else did it.
    pub advice: &'static str,
    /// The label of the button.
    pub action: &'static str,
    /// Where it leads.
    pub path: &'static str,
}

/// `text` in lines of at most 72 characters, as mails in plain text are written.
#[must_use]
pub fn lines(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

/// The words for `notice`.
#[must_use]
pub const fn words(notice: Notice) -> Words {
    match notice {
        Notice::NewDevice => Words {
            subject: "New sign-in to your Lintel account",
            title: "Sign-in from a new device",
            preview: "If this was you, there’s nothing you need to do.",
            what: "Someone signed in to your Lintel account from a device that we haven’t seen before, on",
            advice: "If this wasn’t you, someone knows your password. Sign that device out in Settings, under \
                     Security, and change your password:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::AccountLocked => Words {
            subject: "Sign-in to your Lintel account is paused",
            title: "Too many wrong passwords",
            preview: "You can try again in a little while.",
            what: "Someone tried several wrong passwords for your Lintel account. To keep it safe, nobody can sign \
                   in for a while. The wait grows with every wrong password, and after a hundred you will need to choose \
                   a new one. It started on",
            advice: "If this was you and you’ve forgotten your password, choose a new one to sign in straight \
                     away. If it wasn’t you, there’s nothing you need to do. Nobody got in.",
            action: "Choose a new password",
            path: "/forgot-password",
        },
        Notice::TwoFactorEnabled => Words {
            subject: "Two-factor authentication is on",
            title: "Two-factor authentication is on",
            preview: "You now need a code to sign in.",
            what: "Your Lintel account now asks for a code from your authenticator app as well as your password. This started on",
            advice: "Keep your recovery codes somewhere safe. They let you sign in without the app. If you didn’t \
                     turn this on, change your password:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::TwoFactorDisabled => Words {
            subject: "Two-factor authentication is off",
            title: "Two-factor authentication is off",
            preview: "You now sign in with your password alone.",
            what: "You now sign in to your Lintel account with your password alone. Two-factor authentication \
                   was turned off on",
            advice: "If you didn’t turn this off, someone knows your password and had your code. Change your \
                     password and turn it back on:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::EmailChanging => Words {
            subject: "Your Lintel sign-in address is being changed",
            title: "A new sign-in address",
            preview: "Keep using this address until the new one is confirmed.",
            what: "Someone who knows your password asked to change the email address you sign in with. Keep using \
                   this address until the new one is confirmed. The change was requested on",
            advice: "If this wasn’t you, change your password now:",
            action: "Choose a new password",
            path: "/forgot-password",
        },
        Notice::EmailChanged => Words {
            subject: "Your Lintel sign-in address was changed",
            title: "Your sign-in address was changed",
            preview: "This address no longer signs in.",
            what: "Your Lintel account has another email address to sign in with. Somebody who knows your password asked for it, \
                   and it was confirmed by a link sent to the new address. This address no longer signs in, and links sent to it \
                   for this account no longer work. It was changed on",
            advice: "If this was not you, tell whoever runs this Lintel at once: somebody else has your account. If it was you, \
                     sign in with the new address:",
            action: "Sign in",
            path: "/",
        },
        Notice::AccountDeleted => Words {
            subject: "Your Lintel account is deleted",
            title: "Your account has been deleted",
            preview: "What has been deleted, and what we keep for a while.",
            what: "We’ve deleted your Lintel account: your name, email address, settings, signed-in devices and API keys, and \
                   any organisation that nobody else belonged to, with its properties, documents and photos. This was done on",
            advice: "For 30 days we keep a record of when and where someone signed in, without your name or address, so that we can \
                     look into a deletion that wasn’t yours. Backups are kept for as long as whoever runs this Lintel keeps them. If \
                     this wasn’t you, tell them within 30 days. You’re welcome to sign up again:",
            action: "Sign up again",
            path: "/signup",
        },
    }
}
