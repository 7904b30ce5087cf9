import { Icon } from './icons';

// Icons that the first screen of a guest does not need.

export const SproutIcon = () => (
  <Icon d="M12 21v-9M12 12c0-4 2.5-6.5 8-6.5C20 10 17 12 12 12ZM12 14.5c0-3-2-5-7-5 0 3.5 2.5 5 7 5Z" />
);
export const PersonIcon = () => <Icon d="M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4 20.5c1-4 4-6 8-6s7 2 8 6" />;
export const FlaskIcon = () => (
  <Icon d="M9 3h6M10 3v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9" />
);
export const HeartIcon = () => (
  <Icon d="M12 20s-8-4.8-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.2 12 20 12 20Z" />
);
export const ListIcon = () => <Icon d="M9 6h12M9 12h12M9 18h12M4 6h.1M4 12h.1M4 18h.1" />;
export const ChartIcon = () => <Icon d="M4 20h16M7 20v-6M12 20V5M17 20v-9" />;
export const BookIcon = () => (
  <Icon d="M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2ZM12 6v14" />
);
export const SignOutIcon = () => <Icon d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9" />;
export const ChevronIcon = () => <Icon d="m7 10 5 5 5-5" />;
export const PauseIcon = () => <Icon d="M9 5.5v13M15 5.5v13" />;
export const PlayIcon = () => <Icon d="M8 5.5v13l10.5-6.5z" />;
export const SpeakerIcon = () => (
  <Icon d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
);
