import { Icon } from '@/shared/ui/icons';

export const RupeeIcon = () => <Icon d="M7 4h11M7 8.5h11M7 13h3.5a4.5 4.5 0 0 0 0-9M7 13l8 7.5" />;
export const DropIcon = () => <Icon d="M12 3.5c3.6 4.2 6 7.3 6 10.5a6 6 0 0 1-12 0c0-3.2 2.4-6.3 6-10.5Z" />;
export const SheafIcon = () => (
  <Icon d="M12 21V9M12 9c0-3 0-4.5 0-6M8.5 21c0-6-1-9-3.5-12M15.5 21c0-6 1-9 3.5-12M7 15.5h10" />
);
export const LandIcon = () => (
  <Icon d="M3 17c3-2 6-2 9 0s6 2 9 0M3 12c3-2 6-2 9 0s6 2 9 0M5 7.5c2.4-1.3 4.6-1.3 7 0s4.6 1.3 7 0" />
);
export const BagIcon = () => (
  <Icon d="M8 7h8M9 7 7.5 3.5h9L15 7c3 2.5 4.5 6 4.5 9.5A4 4 0 0 1 15.5 20.5h-7a4 4 0 0 1-4-4C4.5 13 6 9.5 9 7ZM9 14h6" />
);
export const SeedIcon = () => <Icon d="M12 3.5c4 3 6 6.2 6 9.5a6 6 0 0 1-12 0c0-3.3 2-6.5 6-9.5ZM12 9v8" />;
export const PrintIcon = () => (
  <Icon d="M7 8.5V3.5h10v5M7 16.5H4.5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H17M7 13.5h10v7H7z" />
);
export const ShareIcon = () => (
  <Icon d="M12 14.5v-11M7.5 7.5 12 3.5l4.5 4M5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7" />
);
