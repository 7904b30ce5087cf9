//! Recognises files of another kind by how they begin.

use std::path::Path;

/// What a file is, and what makes it readable.
pub(crate) struct Foreign {
    /// `is compressed with gzip`.
    pub(crate) is: &'static str,
    /// A command or an action.
    pub(crate) remedy: Remedy,
}

/// What makes a file of another kind readable.
#[derive(Clone, Copy)]
pub(crate) enum Remedy {
    /// A command that reads the file and writes the content.
    Command(&'static str),
    /// What to do, as a sentence without a full stop.
    Action(&'static str),
}

impl Foreign {
    /// Recognises a file by its first bytes, some kilobytes of them. `None`: it is text in UTF-8, or empty.
    pub(crate) fn recognise(start: &[u8]) -> Option<Self> {
        let by_magic =
            MAGIC.iter().find(|(at, magic, ..)| start.get(*at..).is_some_and(|rest| rest.starts_with(magic)));
        if let Some((_, magic, is, remedy)) = by_magic {
            let is_workbook = *magic == ZIP && contains(start, b"[Content_Types].xml");
            return Some(if is_workbook { WORKBOOK } else { Self { is, remedy: *remedy } });
        }
        if start.contains(&0) {
            return Some(Self::of_zeros(start));
        }
        let text = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start).trim_ascii_start();
        if text.first() == Some(&b'<') {
            let of_page =
                Remedy::Action("it is often what a server sends in place of a file, so download the file again");
            return Some(Self { is: "is a page of HTML or XML", remedy: of_page });
        }
        None
    }

    /// Every other byte of Latin text in UTF-16 is zero.
    fn of_zeros(start: &[u8]) -> Self {
        let zeros = |first: usize| start.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
        let most = start.len() / 2;
        let (little, big) = (zeros(1), zeros(0));
        if little > most * 3 / 4 && big < most / 4 {
            Self { is: "is text in UTF-16", remedy: Remedy::Command("iconv -f UTF-16LE -t UTF-8 FILE") }
        } else if big > most * 3 / 4 && little < most / 4 {
            Self { is: "is text in UTF-16", remedy: Remedy::Command("iconv -f UTF-16BE -t UTF-8 FILE") }
        } else {
            Self {
                is: "is no text",
                remedy: Remedy::Action(
                    "if it is of a managed export of Firestore, which only Firestore reads, export the collections as \
                     JSON",
                ),
            }
        }
    }

    /// The sentence about a file, without a full stop. `new` is the name of the readable file.
    pub(crate) fn sentence(&self, file: &Path, new: &str) -> String {
        let Self { is, remedy } = self;
        match remedy {
            Remedy::Command(command) => {
                let command = command.replace("FILE", &quoted(file));
                format!("{} {is}: make it readable with `{command} > {new}`, and give {new}", file.display())
            }
            Remedy::Action(action) => format!("{} {is}: {action}", file.display()),
        }
    }
}

/// The name of a file as a shell reads it.
pub(crate) fn quoted(file: &Path) -> String {
    let name = file.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

const ZIP: &[u8] = b"PK\x03\x04";
const SPREADSHEET: Remedy = Remedy::Action("open it, and save its sheet as 'CSV UTF-8'");
const WORKBOOK: Foreign = Foreign { is: "is a workbook of a spreadsheet", remedy: SPREADSHEET };

/// Position and bytes by which a kind of file is known.
const MAGIC: [(usize, &[u8], &str, Remedy); 13] = [
    (0, b"\x1f\x8b", "is compressed with gzip", Remedy::Command("gunzip -c FILE")),
    (0, b"BZh", "is compressed with bzip2", Remedy::Command("bzip2 -dc FILE")),
    (0, b"\xfd7zXZ\0", "is compressed with xz", Remedy::Command("xz -dc FILE")),
    (0, b"\x28\xb5\x2f\xfd", "is compressed with zstd", Remedy::Command("zstd -dc FILE")),
    (0, ZIP, "is a zip archive", Remedy::Command("unzip -p FILE")),
    (0, b"7z\xbc\xaf\x27\x1c", "is a 7z archive", Remedy::Action("unpack it first")),
    (257, b"ustar", "is a tar archive", Remedy::Command("tar -xOf FILE")),
    (0, b"\xd0\xcf\x11\xe0", "is a document of an older office program", SPREADSHEET),
    (0, b"%PDF", "is a PDF", Remedy::Action("ask for the table or the export itself")),
    (
        0,
        b"SQLite format 3\0",
        "is a SQLite database",
        Remedy::Action("if it is one of Grow, `grow restore` puts it in place, and `grow export` writes its documents"),
    ),
    (0, b"PAR1", "is a Parquet table", Remedy::Action("export it as JSON or CSV")),
    (0, b"\xff\xfe", "is text in UTF-16", Remedy::Command("iconv -f UTF-16 -t UTF-8 FILE")),
    (0, b"\xfe\xff", "is text in UTF-16", Remedy::Command("iconv -f UTF-16 -t UTF-8 FILE")),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn told(start: &[u8]) -> Option<String> {
        Foreign::recognise(start).map(|foreign| foreign.sentence(Path::new("a b"), "NEW"))
    }

    #[test]
    fn files_of_other_kinds_are_known_by_how_they_begin() {
        let utf_16 = |little: bool| -> Vec<u8> {
            let units = "{\"collection\": \"Grow\"}".encode_utf16();
            units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
        };
        let mut tar = vec![b'a'; 257];
        tar.extend(b"ustar\0");
        let mut level_db = vec![7, 0, 3, 200, 12, 0, 1];
        level_db.extend(b"some entity of Firestore");
        for (start, sentence) in [
            (
                &b"\x1f\x8b\x08\0\0"[..],
                "is compressed with gzip: make it readable with `gunzip -c 'a b' > NEW`, and give NEW",
            ),
            (b"BZh91AY", "bzip2 -dc 'a b' > NEW"),
            (b"PK\x03\x04\0\0documents.jsonl", "is a zip archive: make it readable with `unzip -p 'a b' > NEW`"),
            (b"PK\x03\x04\0\0[Content_Types].xml", "is a workbook of a spreadsheet: open it, and save its sheet as"),
            (b"\xd0\xcf\x11\xe0\xa1", "older office program"),
            (b"%PDF-1.7", "is a PDF"),
            (b"SQLite format 3\0", "`grow restore` puts it in place"),
            (b"\xff\xfe{\0", "iconv -f UTF-16 -t UTF-8 'a b' > NEW"),
            (b"\xfe\xff\0{", "iconv -f UTF-16 -t UTF-8 'a b' > NEW"),
            (&utf_16(true), "iconv -f UTF-16LE -t UTF-8"),
            (&utf_16(false), "iconv -f UTF-16BE -t UTF-8"),
            (&tar, "tar -xOf 'a b' > NEW"),
            (&level_db, "is no text: if it is of a managed export of Firestore"),
            (b"\xef\xbb\xbf \n<!doctype html><html>", "is a page of HTML or XML: it is often what a server sends"),
            (b"<?xml version='1.0'?>", "is a page of HTML or XML"),
        ] {
            let told = told(start).unwrap_or_default();
            assert!(told.starts_with("a b is ") && told.contains(sentence), "{sentence}: {told}");
        }
        for text in ["", "\u{feff}{", "[]", "region,crop", "{\"a\": \"\u{0ba4}\"}"] {
            assert_eq!(told(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_name_of_a_file_is_quoted_as_a_shell_reads_it() {
        assert_eq!(quoted(Path::new("/a/b-1.json")), "/a/b-1.json");
        assert_eq!(quoted(Path::new("it's $HOME")), r"'it'\''s $HOME'");
    }
}
