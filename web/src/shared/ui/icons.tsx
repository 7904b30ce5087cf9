/** Renders the path of a 24 px line icon. Always beside a word, so it is hidden from assistive technology. */
export const Icon = ({ d }: { d: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);

export const AlertIcon = () => <Icon d="M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1" />;
export const CheckIcon = () => <Icon d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M8 12.3l2.8 2.7L16 9.5" />;
export const ClockIcon = () => <Icon d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l3.5 2" />;
export const CloseIcon = () => <Icon d="m6 6 12 12M18 6 6 18" />;
export const SortDownIcon = () => <Icon d="M7 5v14m-3-3 3 3 3-3M13 6h8M13 11h6M13 16h3" />;
export const SortUpIcon = () => <Icon d="M7 19V5M4 8l3-3 3 3M13 6h3M13 11h6M13 16h8" />;
export const GlobeIcon = () => (
  <Icon d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
);
