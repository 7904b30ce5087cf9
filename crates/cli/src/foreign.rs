//! Recognises files of another kind by how they begin.

use anyhow::{Context, ensure};
use std::fs::{self, Metadata};
use std::path::Path;

/// What is to be read.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// A table as CSV.
    Table,
    /// Documents as JSON.
    Documents,
}

/// Returns the metadata of a file. Fails for what is none, such as a pipe, which is read once only and may never end.
pub(crate) fn regular(file: &Path) -> anyhow::Result<Metadata> {
    let metadata = fs::metadata(file).with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(
        metadata.is_file(),
        "{} is no regular file, but a folder, a pipe or a device: write what it holds into a file, and give that",
        file.display()
    );
    Ok(metadata)
}

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
    /// It is a table of a program: what to do for CSV. Documents are not made of it.
    Table(&'static str),
}

impl Foreign {
    /// Recognises a file by its first bytes, some kilobytes of them. `None`: it is text in UTF-8, or empty.
    pub(crate) fn recognise(start: &[u8]) -> Option<Self> {
        let by_magic =
            MAGIC.iter().find(|(at, magic, ..)| start.get(*at..).is_some_and(|rest| rest.starts_with(magic)));
        if let Some((_, magic, is, remedy)) = by_magic {
            let is_workbook = *magic == ZIP && OFFICE.iter().any(|part| contains(start, part));
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

    /// Latin text in UTF-16 or UTF-32 has zero bytes in fixed places. Before or after text, zero bytes are what a disk
    /// kept of a file that was cut off, or that its writer did not know to be emptied.
    fn of_zeros(start: &[u8]) -> Self {
        let end = start.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let text = start.get(..end).unwrap_or_default();
        let text = text.get(text.iter().take_while(|byte| **byte == 0).count()..).unwrap_or_default();
        if text.is_empty() {
            return Self { is: "has zero bytes alone", remedy: Remedy::Action("it was cut off, so write it again") };
        }
        if text.len() > 2 && !text.contains(&0) {
            return Self { is: "is padded with zero bytes", remedy: Remedy::Command(WITHOUT_ZEROS) };
        }
        let is_wide = |width: usize, filled: usize| {
            let most = start.len() / width;
            (0..width).all(|place| {
                let zeros = start.iter().skip(place).step_by(width).filter(|byte| **byte == 0).count();
                if place == filled { zeros < most / 4 } else { zeros > most * 3 / 4 }
            })
        };
        if let Some((.., is, command)) = WIDE.iter().find(|(width, filled, ..)| is_wide(*width, *filled)) {
            Self { is, remedy: Remedy::Command(command) }
        } else if is_text(text) {
            Self { is: "is text with zero bytes in it", remedy: Remedy::Command(WITHOUT_ZEROS) }
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

    /// The sentence about a file, without a full stop.
    pub(crate) fn sentence(&self, file: &Path, wanted: Wanted) -> String {
        let Self { is, remedy } = self;
        let action = match (remedy, wanted) {
            (Remedy::Command(command), _) => {
                let (command, new) = (command.replace("FILE", &quoted(file)), wanted.new_name());
                return format!("{} {is}: make it readable with `{command} > {new}`, and give {new}", file.display());
            }
            (Remedy::Action(action), _) | (Remedy::Table(action), Wanted::Table) => action,
            (Remedy::Table(_), Wanted::Documents) => EXPORT_JSON,
        };
        format!("{} {is}: {action}", file.display())
    }
}

impl Wanted {
    /// Name of the readable file in a sentence.
    fn new_name(self) -> &'static str {
        match self {
            Self::Table => "NEW.csv",
            Self::Documents => NEW_DOCUMENTS,
        }
    }
}

/// Name of a readable file of documents in a sentence.
pub(crate) const NEW_DOCUMENTS: &str = "NEW.jsonl";

/// What to do with a table in place of documents.
pub(crate) const EXPORT_JSON: &str = "it has a table and no documents, so export the collections anew, as JSON, from the \
                                      database that they stand in";

/// A command that takes zero bytes away, which text never has.
pub(crate) const WITHOUT_ZEROS: &str = r"tr -d '\000' < FILE";

/// A command that takes the comma at the end of each line away.
pub(crate) const WITHOUT_COMMAS: &str = "sed 's/,[[:space:]]*$//' FILE";

/// The name of a file as a shell reads it.
pub(crate) fn quoted(file: &Path) -> String {
    let name = file.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// Whether the beginning of a file is text in UTF-8 but for zero bytes.
fn is_text(start: &[u8]) -> bool {
    let parts = start.utf8_chunks();
    let is_cut = |part: &[u8]| part.len() < 4 && start.ends_with(part);
    let is_plain = |c: char| c == '\0' || c.is_whitespace() || !c.is_control();
    parts.into_iter().all(|part| part.valid().chars().all(is_plain) && is_cut(part.invalid()))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

const ZIP: &[u8] = b"PK\x03\x04";
/// What a zip archive of an office program holds near its beginning.
const OFFICE: [&[u8]; 4] =
    [b"[Content_Types].xml", b"docProps/", b"xl/workbook.xml", b"mimetypeapplication/vnd.oasis.opendocument"];
const SPREADSHEET: Remedy = Remedy::Table("open it, and save its sheet as 'CSV UTF-8'");
const WORKBOOK: Foreign = Foreign { is: "is a workbook of a spreadsheet", remedy: SPREADSHEET };

/// Position and bytes by which a kind of file is known.
const MAGIC: [(usize, &[u8], &str, Remedy); 15] = [
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
    (0, b"PAR1", "is a Parquet table", Remedy::Table("export it as CSV")),
    (0, b"\xff\xfe\0\0", "is text in UTF-32", Remedy::Command("iconv -f UTF-32 -t UTF-8 FILE")),
    (0, b"\0\0\xfe\xff", "is text in UTF-32", Remedy::Command("iconv -f UTF-32 -t UTF-8 FILE")),
    (0, b"\xff\xfe", "is text in UTF-16", Remedy::Command("iconv -f UTF-16 -t UTF-8 FILE")),
    (0, b"\xfe\xff", "is text in UTF-16", Remedy::Command("iconv -f UTF-16 -t UTF-8 FILE")),
];

/// Bytes of a character, and the place of the one that is not zero in Latin text.
const WIDE: [(usize, usize, &str, &str); 4] = [
    (2, 0, "is text in UTF-16", "iconv -f UTF-16LE -t UTF-8 FILE"),
    (2, 1, "is text in UTF-16", "iconv -f UTF-16BE -t UTF-8 FILE"),
    (4, 0, "is text in UTF-32", "iconv -f UTF-32LE -t UTF-8 FILE"),
    (4, 3, "is text in UTF-32", "iconv -f UTF-32BE -t UTF-8 FILE"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn told(start: &[u8]) -> Option<String> {
        Foreign::recognise(start).map(|foreign| foreign.sentence(Path::new("a b"), Wanted::Table))
    }

    #[test]
    fn files_of_other_kinds_are_known_by_how_they_begin() {
        let utf_16 = |little: bool| -> Vec<u8> {
            let units = "{\"collection\": \"Grow\"}".encode_utf16();
            units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
        };
        let utf_32 = |little: bool| -> Vec<u8> {
            "{\"a\": 1}"
                .chars()
                .flat_map(|c| if little { u32::from(c).to_le_bytes() } else { u32::from(c).to_be_bytes() })
                .collect()
        };
        let mut tar = vec![b'a'; 257];
        tar.extend(b"ustar\0");
        let mut level_db = vec![7, 0, 3, 200, 12, 0, 1];
        level_db.extend(b"some entity of Firestore");
        for (start, sentence) in [
            (
                &b"\x1f\x8b\x08\0\0"[..],
                "is compressed with gzip: make it readable with `gunzip -c 'a b' > NEW.csv`, and give NEW.csv",
            ),
            (b"BZh91AY", "bzip2 -dc 'a b' > NEW.csv"),
            (b"PK\x03\x04\0\0documents.jsonl", "is a zip archive: make it readable with `unzip -p 'a b' > NEW.csv`"),
            (b"PK\x03\x04\0\0[Content_Types].xml", "is a workbook of a spreadsheet: open it, and save its sheet as"),
            (b"PK\x03\x04\0\0docProps/app.xml", "is a workbook of a spreadsheet: open it, and save its sheet as"),
            (
                b"PK\x03\x04\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK",
                "is a workbook of a spreadsheet: open it, and save its sheet as",
            ),
            (b"\xd0\xcf\x11\xe0\xa1", "older office program"),
            (b"PAR1\x15\0", "is a Parquet table: export it as CSV"),
            (
                b"region,crop\0\0\0\0",
                r"is padded with zero bytes: make it readable with `tr -d '\000' < 'a b' > NEW.csv`",
            ),
            (b"\0\0\0\0region,crop\n", "is padded with zero bytes"),
            (b"%PDF-1.7", "is a PDF"),
            (b"SQLite format 3\0", "`grow restore` puts it in place"),
            (b"\xff\xfe{\0", "iconv -f UTF-16 -t UTF-8 'a b' > NEW.csv"),
            (b"\xfe\xff\0{", "iconv -f UTF-16 -t UTF-8 'a b' > NEW.csv"),
            (&utf_16(true), "iconv -f UTF-16LE -t UTF-8"),
            (&utf_16(false), "iconv -f UTF-16BE -t UTF-8"),
            (
                b"\xff\xfe\0\0{\0\0\0",
                "is text in UTF-32: make it readable with `iconv -f UTF-32 -t UTF-8 'a b' > NEW.csv`",
            ),
            (
                b"\0\0\xfe\xff\0\0\0{",
                "is text in UTF-32: make it readable with `iconv -f UTF-32 -t UTF-8 'a b' > NEW.csv`",
            ),
            (&utf_32(true), "is text in UTF-32: make it readable with `iconv -f UTF-32LE -t UTF-8 'a b'"),
            (&utf_32(false), "is text in UTF-32: make it readable with `iconv -f UTF-32BE -t UTF-8 'a b'"),
            (
                b"{\"place\": \"Erode\"}\n\0\0\0\0{\"place\": \"Salem\"}\n\xe0\xae",
                r"is text with zero bytes in it: make it readable with `tr -d '\000' < 'a b' > NEW.csv`",
            ),
            (&tar, "tar -xOf 'a b' > NEW.csv"),
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
    fn a_table_in_place_of_documents_leads_to_an_export_as_json() {
        for start in [&b"PK\x03\x04\0\0xl/workbook.xml"[..], b"\xd0\xcf\x11\xe0\xa1", b"PAR1"] {
            let told = Foreign::recognise(start).unwrap().sentence(Path::new("a"), Wanted::Documents);
            assert!(told.ends_with(&format!(": {EXPORT_JSON}")) && !told.contains("CSV"), "{told}");
        }
        let zeros = Foreign::recognise(&[0; 9]).unwrap().sentence(Path::new("a"), Wanted::Documents);
        assert_eq!(zeros, "a has zero bytes alone: it was cut off, so write it again");
    }

    #[test]
    fn the_name_of_a_file_is_quoted_as_a_shell_reads_it() {
        assert_eq!(quoted(Path::new("/a/b-1.json")), "/a/b-1.json");
        assert_eq!(quoted(Path::new("it's $HOME")), r"'it'\''s $HOME'");
    }
}
