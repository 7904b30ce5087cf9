import { Icon } from '@/shared/ui/icons';

export const RupeeIcon = () => (
  <Icon>
    <path d="M7 4h11M7 8.5h11M7 13h3.5a4.5 4.5 0 0 0 0-9M7 13l8 7.5" />
  </Icon>
);

export const DropIcon = () => (
  <Icon>
    <path d="M12 3.5c3.6 4.2 6 7.3 6 10.5a6 6 0 0 1-12 0c0-3.2 2.4-6.3 6-10.5Z" />
  </Icon>
);

export const PeopleIcon = () => (
  <Icon>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.7-3.6 3.2-5.5 6.5-5.5s5.8 1.9 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.8 3.1 2.5 3.5 5.1" />
  </Icon>
);

export const SheafIcon = () => (
  <Icon>
    <path d="M12 21V9M12 9c0-3 0-4.5 0-6M8.5 21c0-6-1-9-3.5-12M15.5 21c0-6 1-9 3.5-12M7 15.5h10" />
  </Icon>
);

export const LandIcon = () => (
  <Icon>
    <path d="M3 17c3-2 6-2 9 0s6 2 9 0M3 12c3-2 6-2 9 0s6 2 9 0M5 7.5c2.4-1.3 4.6-1.3 7 0s4.6 1.3 7 0" />
  </Icon>
);
