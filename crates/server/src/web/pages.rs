//! The pages of the app: title, styles and first view, rendered at build time, plus the first API responses, which the
//! app then does not fetch.

use super::dist::{Dist, FOLDER};
use super::sentences::Sentence;
use crate::auth::sign_in::SignIn;
use crate::http::session_answer::Session;
use crate::language;
use crate::live::{Live, Overview};
use crate::permissions::PERMISSIONS;
use crate::representation::{Encoding, Representation, hash, weak_tag};
use arc_swap::ArcSwapOption;
use axum::response::Response;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use grow_domain::{Language, Region};
use html_escape::encode_double_quoted_attribute as escaped;
use http::{HeaderMap, HeaderValue, Uri, header};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::iter;
use std::sync::Arc;
use url::{Url, form_urlencoded};

/// Placeholders of a page: for the address of this server, the shared styles, and the responses of one request.
const PLACE_FOR_ORIGIN: &str = "<!--origin-->";
const PLACE_FOR_STYLES: &str = "<!--styles-->";
const PLACE_FOR_ANSWERS: &str = "<!--answers-->";
/// The provider of the sign-in button and the beginning of its mark, as the build renders them.
const GOOGLE: &str = "Google";
const GOOGLE_MARK: &str = "<svg data-mark=\"google\"";

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// Screens that redirect or are redirected to.
const DEMAND: &str = "/demand";
const LOGIN: &str = "/login";
const DASHBOARD: &str = "/dashboard";

/// The build's index of the pages.
#[derive(Deserialize)]
struct Index {
    waiting: Vec<WaitingEntry>,
    screens: Vec<ScreenEntry>,
}

#[derive(Deserialize)]
struct WaitingEntry {
    language: String,
    file: String,
}

#[derive(Deserialize)]
struct ScreenEntry {
    language: String,
    path: String,
    is_public: bool,
    file: String,
}

/// All pages of the app.
pub(super) struct Pages {
    styles: String,
    policy: HeaderValue,
    sign_in: SignIn,
    english: PagesOfLanguage,
    /// The pages in the other languages that the build and the content have.
    others: Vec<PagesOfLanguage>,
}

/// The pages in a language.
struct PagesOfLanguage {
    language: Language,
    waiting: Template,
    /// The same for every screen and visitor: the app keeps it on the phone, to open without a network.
    shell: Representation,
    screens: Vec<Screen>,
}

struct Screen {
    path: String,
    is_public: bool,
    template: Template,
    for_guests: ArcSwapOption<GuestPage>,
}

/// The last page of a screen for guests.
struct GuestPage {
    /// Id of the figures in it; empty without figures.
    figures: String,
    page: Arc<Representation>,
}

/// A page with placeholders for its styles and responses.
struct Template {
    language: Language,
    head: String,
    body: String,
    end: String,
    /// Hash of everything that all pages of this template share.
    hash: u32,
}

/// The visitor of a page.
pub(super) enum Reader {
    Guest,
    Farmer(Session),
    /// The lookup of the session failed.
    Unknown,
}

/// The API responses that the app needs first.
#[derive(Serialize)]
struct Answers<'a> {
    sign_in: &'a SignIn,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'a Session>,
    #[serde(skip_serializing_if = "Option::is_none")]
    demand: Option<DemandAnswer<'a>>,
}

#[derive(Serialize)]
struct DemandAnswer<'a> {
    /// The id of the event that the overview corresponds to.
    event: &'a str,
    overview: &'a RawValue,
}

impl Pages {
    /// Loads the embedded pages. Returns none if the server was built without the app.
    pub(super) fn embedded(policy: &HeaderValue, sign_in: &SignIn, public_url: &Url) -> Option<Self> {
        let text =
            |name: &str| Some(String::from_utf8_lossy(&Dist::get(&format!("{FOLDER}{name}"))?.data).into_owned());
        let index: Index = serde_json::from_str(&text("index.json")?).ok()?;
        let styles = text("styles.css")?;
        let origin = public_url.origin().ascii_serialization();
        let pages_of = |language: Language| {
            let template = |file: &str| {
                let html = text(file)?.replace(PLACE_FOR_ORIGIN, &origin);
                Template::parse(&html, &styles, language, sign_in)
            };
            let waiting = index.waiting.iter().find(|page| page.language == language.tag())?;
            let waiting = template(&waiting.file)?;
            let screens = index.screens.iter().filter(|screen| screen.language == language.tag());
            let screens = screens.map(|ScreenEntry { path, is_public, file, .. }| {
                let (path, template) = (path.clone(), template(file)?);
                Some(Screen { path, is_public: *is_public, template, for_guests: ArcSwapOption::empty() })
            });
            let etag = weak_tag(&format!("{:08x}", waiting.hash));
            let shell = waiting.write(&styles, &Answers { sign_in, session: None, demand: None }, Some(etag));
            Some(PagesOfLanguage { language, waiting, shell, screens: screens.collect::<Option<_>>()? })
        };
        Some(Self {
            policy: with_inlined(policy, &text("importmap.json")?, &styles)?,
            sign_in: sign_in.clone(),
            english: pages_of(Language::ENGLISH)?,
            others: Language::all().skip(1).filter_map(pages_of).collect(),
            styles,
        })
    }

    /// Returns the page of an address for a visitor: of the screen that the app will show them
    /// (`web/src/app/guard.ts`).
    pub(super) async fn page(
        &self,
        live: &Live,
        uri: &Uri,
        headers: &HeaderMap,
        reader: &Reader,
    ) -> Arc<Representation> {
        let chosen = || match reader {
            Reader::Farmer(session) => session.language(),
            Reader::Guest | Reader::Unknown => None,
        };
        let language = language::of(uri, headers, chosen);
        let pages = self.others.iter().find(|pages| pages.language == language).unwrap_or(&self.english);
        let path = uri.path();
        let screen = match reader {
            Reader::Unknown => None,
            Reader::Guest => pages.screen(path).filter(|screen| screen.is_public).or_else(|| pages.screen(DEMAND)),
            Reader::Farmer(_) => {
                pages.screen(path).filter(|screen| screen.path != LOGIN).or_else(|| pages.screen(DASHBOARD))
            }
        };
        let Some(screen) = screen else { return Arc::new(self.write(&pages.waiting, None, None, None)) };
        // The app fetches the overview of a state itself.
        let wanted = screen.path == DEMAND && is_of_india(uri);
        let overview = if wanted { Some(live.newest().await) } else { None };
        let overview = overview.filter(|overview| !overview.rows().is_empty());
        let overview = overview.as_deref();
        let Reader::Farmer(session) = reader else { return self.page_for_guests(screen, overview) };
        Arc::new(self.write(&screen.template, Some(session), overview, None))
    }

    /// Returns a guest's page, cached until the figures change.
    fn page_for_guests(&self, screen: &Screen, overview: Option<&Overview>) -> Arc<Representation> {
        let figures = overview.map_or("", Overview::id);
        let last = screen.for_guests.load();
        if let Some(last) = last.as_ref().filter(|last| last.figures == figures) {
            return Arc::clone(&last.page);
        }
        let etag = weak_tag(&format!("{:08x}-{figures}", screen.template.hash));
        let page = Arc::new(self.write(&screen.template, Some(&Session::of_nobody()), overview, Some(etag)));
        let newest = GuestPage { figures: figures.to_owned(), page: Arc::clone(&page) };
        screen.for_guests.store(Some(Arc::new(newest)));
        page
    }

    fn write(
        &self,
        template: &Template,
        session: Option<&Session>,
        overview: Option<&Overview>,
        etag: Option<HeaderValue>,
    ) -> Representation {
        let json = overview.and_then(|overview| serde_json::from_slice(overview.json().plain()).ok());
        let demand = overview.zip(json).map(|(overview, json)| DemandAnswer { event: overview.id(), overview: json });
        template.write(&self.styles, &Answers { sign_in: &self.sign_in, session, demand }, etag)
    }

    /// Returns the page of no screen and no visitor in a language: the app keeps it to open without a network.
    pub(super) fn shell(&self, language: &str) -> Option<&Representation> {
        let mut pages = iter::once(&self.english).chain(&self.others);
        Some(&pages.find(|pages| pages.language.tag() == language)?.shell)
    }

    /// Returns the response with a page.
    pub(super) fn answer(&self, page: &Representation, request: &HeaderMap) -> Response {
        let mut response = page.answer(request);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        response.headers_mut().extend([PERMISSIONS]);
        response
    }
}

impl PagesOfLanguage {
    fn screen(&self, path: &str) -> Option<&Screen> {
        let exact = self.screens.iter().find(|screen| screen.path == path);
        exact.or_else(|| self.screens.iter().find(|screen| is_at(&screen.path, path)))
    }
}

impl Template {
    fn parse(html: &str, styles: &str, language: Language, sign_in: &SignIn) -> Option<Self> {
        let (head, rest) = html.split_once(PLACE_FOR_STYLES)?;
        let (body, end) = rest.split_once(PLACE_FOR_ANSWERS)?;
        let body = with_provider(body, language, sign_in);
        let same = [head, styles, &body, sign_in.provider.as_str(), end].concat();
        let hash = hash(same.as_bytes());
        Some(Self { language, head: head.to_owned(), body, end: end.to_owned(), hash })
    }

    fn write(&self, styles: &str, answers: &Answers, etag: Option<HeaderValue>) -> Representation {
        let html = [&self.head, styles, &self.body, &data_block(answers), &self.end].concat().into();
        // A guest's page is revalidated at each use, so that it is never older than an acknowledged write. A page lasts
        // for one visitor or until the next sowing: brotli would take five times as long as gzip, for a twentieth fewer
        // bytes.
        let page = match etag {
            Some(etag) => Representation::new(HTML, html, etag),
            None => Representation::private(HTML, html),
        };
        page.in_language(self.language).packed_as(Encoding::Gzip)
    }
}

/// Replaces the label and mark of the sign-in button, which the build renders for Google, with the configured
/// provider's.
fn with_provider(body: &str, language: Language, sign_in: &SignIn) -> String {
    let label = |provider: &str| escaped(&Sentence::SignInWith.with(language, "provider", provider)).into_owned();
    let body = body.replace(&label(GOOGLE), &label(sign_in.provider.as_str()));
    let mark = body.split_once(GOOGLE_MARK).and_then(|(before, rest)| Some((before, rest.split_once("</svg>")?.1)));
    match mark {
        Some((before, after)) if !sign_in.is_google => [before, after].concat(),
        _ => body,
    }
}

/// Returns whether an address selects India's demand.
fn is_of_india(uri: &Uri) -> bool {
    let mut query = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let region = query.find(|(name, _)| name == "region").map(|(_, region)| region);
    region.is_none_or(|region| region.is_empty() || region.eq_ignore_ascii_case(Region::India.code()))
}

/// Returns whether a path matches a screen's path. A segment that starts with a colon matches any segment.
fn is_at(screen: &str, path: &str) -> bool {
    let (own, wanted) = (segments(screen), segments(path));
    own.clone().count() == wanted.clone().count()
        && own.zip(wanted).all(|(own, wanted)| own.starts_with(':') || own == wanted)
}

fn segments(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// Adds the hashes of the inlined import map and styles to the policy.
fn with_inlined(policy: &HeaderValue, import_map: &str, styles: &str) -> Option<HeaderValue> {
    let policy = policy.to_str().ok()?;
    let [scripts, styles] = [import_map, styles].map(|text| BASE64_STANDARD.encode(Sha256::digest(text)));
    let policy = format!("{policy}; script-src 'self' 'sha256-{scripts}'; style-src 'self' 'sha256-{styles}'");
    HeaderValue::try_from(policy).ok()
}

/// Returns a `script` element with JSON data, escaped so that no text in it can end the element.
fn data_block(answers: &impl Serialize) -> String {
    let json = serde_json::to_string(answers).unwrap_or_default();
    let json = json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("<script type=\"application/json\" id=\"answers\">{json}</script>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_belongs_to_one_screen() {
        for (screen, path, is) in [
            ("/demand", "/demand", true),
            ("/demand", "/demand/", true),
            ("/demand", "/demand/x", false),
            ("/demand", "/", false),
            ("/crop-detail/:cropName", "/crop-detail/RED%20GRAM", true),
            ("/crop-detail/:cropName", "/crop-detail", false),
        ] {
            assert_eq!(is_at(screen, path), is, "{screen} {path}");
        }
    }

    #[test]
    fn an_address_without_a_state_is_of_india() {
        for (address, is) in [
            ("/demand", true),
            ("/demand?region=", true),
            ("/demand?region=in", true),
            ("/demand?x=1&region=IN-TN", false),
            ("/demand?region=%49N-TN", false),
        ] {
            assert_eq!(is_of_india(&address.parse().unwrap()), is, "{address}");
        }
    }

    #[test]
    fn no_name_ends_the_element_that_it_stands_in() {
        let name = "</script><script>alert(1)</script><!--\u{2028}\u{2029}";
        let block = data_block(&name);
        let json = block.strip_prefix("<script type=\"application/json\" id=\"answers\">").unwrap();
        let json = json.strip_suffix("</script>").unwrap();
        assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
        assert_eq!(serde_json::from_str::<String>(json).unwrap(), name);
    }
}
