import { t } from '@lingui/core/macro';

/** Placeholders that the server fills in. */
const [provider, most] = ['{provider}', '{most}'];

/**
 * Returns the sentences of the pages that the server writes itself, for `pages/index.json`: the end of the sign-in
 * window, and the development sign-in.
 */
export const serverSentences = (): Readonly<Record<string, string>> => ({
  'sign-in-with': t`Sign in with ${provider}`,
  'popup-signed-in': t`You are signed in. This window closes by itself.`,
  'popup-failed': t`The sign-in did not work. You may close this window.`,
  'elsewhere-title': t`Sign in to Grow?`,
  'elsewhere-explanation': t`This sign-in was started from another address. Go on only if you want to sign in.`,
  'elsewhere-cancel': t`Go to Grow without signing in`,
  'chooser-title': t`Choose an account`,
  'chooser-title-wrong': t`Please check: Choose an account`,
  'chooser-note': t`This is Grow’s development sign-in. It asks for no password and only works on this computer.`,
  'chooser-other': t`Somebody else`,
  'chooser-email': t`E-mail`,
  'chooser-name': t`Name`,
  'chooser-continue': t`Continue`,
  'chooser-cancel': t`Cancel`,
  'email-missing': t`Enter an e-mail.`,
  'email-long': t`Enter an e-mail of at most ${most} characters.`,
  'email-wrong': t`Enter an e-mail like name@example.in.`,
  'name-missing': t`Enter a name.`,
  'name-long': t`Enter a name of at most ${most} characters.`,
  'name-lines': t`Enter a name on one line.`,
  'refusal-title': t`Sign-in cannot go on`,
  'refusal-note': t`This is Grow’s development sign-in, which only works on this computer. Go back to Grow and sign in again.`,
  'refusal-request': t`The request names a parameter twice or cannot be read.`,
  'refusal-form': t`The form cannot be read.`,
  'refusal-sample': t`There is no such sample farmer.`,
  'refusal-client': t`The request comes from a client that is not registered here.`,
  'refusal-address': t`The request asks to return to an address that is not registered here.`,
  'sample-meena': t`Meena Devi`,
  'sample-murugan': t`Murugan Selvam`,
  'sample-harpreet': t`Harpreet Singh`,
});

/** What a page says before the app runs, or instead of it. */
export interface PageSentences {
  /** For search engines and link previews. */
  description: string;
  noScript: string;
  /** Shown by the first script if the app does not load. */
  failed: string;
  checkNetwork: string;
  loadAgain: string;
  /** Shown instead of the app by a browser that cannot run it. */
  tooOld: string;
  /** What the icon of the installed app leads to. */
  shortcuts: { advice: string; sow: string; demand: string };
}

export const pageSentences = (): PageSentences => ({
  description: t`See what the country still needs, and choose the crop to sow.`,
  noScript: t`Grow needs JavaScript. Please switch it on and load this page again.`,
  failed: t`Grow could not be loaded.`,
  checkNetwork: t`Check your network.`,
  loadAgain: t`Load this page again`,
  tooOld: t`This browser is too old for Grow. Update it, or open Grow in Chrome 89, Firefox 108, Safari 16.4 (iPhone: iOS 16.4) or newer.`,
  shortcuts: { advice: t`What to sow now`, sow: t`Sow Crop`, demand: t`Total Demand` },
});

/** A slide: its heading, the sentence below it, and smaller sentences. */
export interface Slide {
  title: string;
  lead?: string;
  text?: string;
  points?: readonly string[];
  steps?: readonly string[];
}

export interface Deck {
  title: string;
  slides: readonly Slide[];
  /** Name of the buttons together, and each of them. */
  controls: string;
  previous: string;
  next: string;
}

/** Returns the presentation that comes with Grow. */
export const deck = (): Deck => ({
  title: t`Grow in six slides`,
  slides: [
    { title: 'Grow', lead: t`See what the country still needs. Sow what fits you.` },
    {
      title: t`The trouble with good advice`,
      lead: t`When everyone is told to sow the same crop, its price falls at harvest.`,
      text: t`What a farmer needs is not only what grows well, but what is still missing.`,
    },
    {
      title: t`Demand and met`,
      points: [
        t`**Demand** is what is needed of a crop in a year.`,
        t`**Met** is the supply that is already on its way.`,
        t`**Need** is what is left between the two.`,
      ],
    },
    {
      title: t`Sixteen crops`,
      lead: t`Paddy, Sorghum, Cumbu, Ragi, Maize, Red Gram, Bengal Gram, Green Gram, Black Gram, Horse Gram, Groundnut, Gingelly, Potatoes, Onion, Sugarcane and Cotton.`,
    },
    {
      title: t`How it goes`,
      steps: [
        t`Sign in, and give your phone number and place.`,
        t`Mark the crops you know how to grow.`,
        t`Compare what is still needed of each.`,
        t`Enter what you sow, and how large the field is.`,
      ],
    },
    {
      title: t`Everyone's picture moves`,
      lead: t`Each sowing counts at once for all other farmers. So the next one sees what is left, and chooses well.`,
    },
  ],
  controls: t`Slides`,
  previous: t`Previous`,
  next: t`Next`,
});
