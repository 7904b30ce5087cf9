import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Files that the build names by their content. */
const NAMED = /(assets\/[\w.-]+?-[\w-]{8})\.(js|css)/g;
const IMPORT_MAP = /<script type="importmap">(.*?)<\/script>/;

/**
 * Another release of the same app: its chunks have other names, its worker another version, and an answer one member
 * more. The files of this release are not found under their names.
 */
export interface Release {
  /** The address at which the server has what the browser asks for; null if this release has no such file. */
  address: (asked: string) => string | null;
  /** Rewrites an answer. */
  rewrite: (asked: string, headers: IncomingHttpHeaders, body: string) => string;
}

function releaseNamed(name: string): Release {
  const renamed = (text: string) => text.replaceAll(NAMED, `$1.${name}.$2`);
  return {
    address: (asked) => {
      if (!/^\/assets\/.*\.(?:js|css)$/.test(asked)) return asked;
      return asked.includes(`.${name}.`) ? asked.replace(`.${name}.`, '.') : null;
    },
    rewrite: (asked, headers, body) => {
      if (asked.startsWith('/api/v1/me/sowings')) return withMember(body);
      if (asked === '/sw.js') return renamed(body).replace('version:`', `version:\`${name}`);
      // Chunks import each other by names that stay: the import map of the page leads to those of the release.
      const [element, before] = IMPORT_MAP.exec(body) ?? [];
      if (!element || !before) return body;
      const { imports } = JSON.parse(before) as { imports: Record<string, string> };
      const entries = Object.entries(imports).map(([stays, named]) => [stays, renamed(named)]);
      const after = JSON.stringify({ imports: Object.fromEntries(entries) });
      const policy = String(headers['content-security-policy']);
      headers['content-security-policy'] = policy.replace(hash(before), hash(after));
      return body
        .split(before)
        .map((part) => renamed(part))
        .join(after)
        .replace('data-build="', `data-build="${name}`);
    },
  };
}

export const otherRelease = releaseNamed('next');
export const laterRelease = releaseNamed('later');

/** Whether this is a file of one of them. */
export const isOfOther = (url: string) => /\.(?:next|later)\./.test(url);

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

function withMember(body: string): string {
  const answer = JSON.parse(body) as { items?: object[] };
  const items = answer.items?.map((one) => ({ ...one, moisture_percent: 12 }));
  return JSON.stringify({ ...answer, ...(items && { items }) });
}
