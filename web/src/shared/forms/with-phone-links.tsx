import { dialling } from './phone-number';

/** Toll-free numbers, as they stand in texts: 1800-180-1551. */
const TOLL_FREE = /(1800-\d{3}-\d{4})/;

/** Renders a text whose telephone numbers can be tapped. */
export const WithPhoneLinks = ({ children }: { children: string }) =>
  children.split(TOLL_FREE).map((part) =>
    TOLL_FREE.test(part) ? (
      <a key={part} href={dialling(part)}>
        {part}
      </a>
    ) : (
      <span key={part}>{part}</span>
    ),
  );
