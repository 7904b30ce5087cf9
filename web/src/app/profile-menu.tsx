import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { signOut } from '@/features/session/end-session';
import { useSessionClient } from '@/features/session/session-client';
import { OutboxWatch } from '@/outbox/screens/follow-outbox';
import type { User } from '@/shared/api/shapes';
import { paths } from '@/shared/paths';
import { Avatar } from '@/shared/ui/avatar';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Menu, type MenuItem } from '@/shared/ui/menu';
import { useNotices } from '@/shared/ui/notices';
import * as icons from '@/shared/ui/screen-icons';
import styles from './shell.module.css';

export { OfflineStatus } from './offline/offline-status';

export function ProfileMenu({ user }: { user: User }) {
  const session = useSessionClient();
  const own = useQueryClient();
  const { fail, dismiss } = useNotices();
  const [, navigate] = useLocation();
  const name = user.display_name || user.email;

  /** How many writes are only on this phone, while the farmer is asked about them. */
  const [unsent, setUnsent] = useState(0);

  const ask = async () => {
    const count = await unsentOf(user.id);
    if (count > 0) setUnsent(count);
    else await leave();
  };
  const leave = async () => {
    setUnsent(0);
    await signOut(session, own);
    dismiss();
    // Needed on public screens. On guarded screens the guard redirects to the same page.
    navigate(paths.login, { replace: true });
  };

  const keepInFile = async () => {
    try {
      await (await import('@/outbox/screens/keep-file')).keepFile(user.id);
    } catch (error) {
      console.error('The entries could not be kept in a file', error);
      fail(t`The file could not be made. Try again.`);
    }
  };

  const items: MenuItem[] = [
    { id: 'profile', label: t`Profile`, href: paths.profile, icon: <icons.PersonIcon /> },
    { id: 'npk', label: t`NPK Update`, href: paths.npk, icon: <icons.FlaskIcon /> },
    { id: 'known-crops', label: t`My Crops`, href: paths.knownCrops, icon: <icons.HeartIcon /> },
    { id: 'sow', label: t`Sow Crop`, href: paths.sow, icon: <icons.SproutIcon /> },
    { id: 'sowings', label: t`Sowed Crops`, href: paths.sowings, icon: <icons.ListIcon /> },
    { id: 'demand', label: t`Total Demand`, href: paths.demand, icon: <icons.ChartIcon /> },
    { id: 'crops', label: t`Crops Description`, href: paths.cropList, icon: <icons.BookIcon /> },
    { id: 'sign-out', label: t`Sign Out`, onSelect: ask, icon: <icons.SignOutIcon /> },
  ];

  return (
    <>
      <OutboxWatch />
      <Menu
        label={t`Menu of ${name}`}
        button={
          <>
            <Avatar name={name} photoUrl={user.photo_url} />
            <span className={styles.who}>{name}</span>
            <icons.ChevronIcon />
          </>
        }
        items={items}
      />
      {unsent > 0 && (
        <ConfirmDialog
          title={t`Sign out before they are sent?`}
          confirm={t`Sign Out`}
          cancel={t`Stay signed in`}
          busy={false}
          onConfirm={leave}
          onCancel={() => setUnsent(0)}
        >
          <p>
            {plural(unsent, {
              one: 'One entry is only on this phone. It stays here, and is sent when you sign in on this phone again.',
              other:
                '# entries are only on this phone. They stay here, and are sent when you sign in on this phone again.',
            })}
          </p>
          <p>{t`Is this phone given away? Keep them in a file too, which Sowed Crops takes again.`}</p>
          <Button look="secondary" onClick={keepInFile}>{t`Keep them in a file`}</Button>
        </ConfirmDialog>
      )}
    </>
  );
}

async function unsentOf(farmer: string): Promise<number> {
  try {
    const [{ outbox }, { isUnsent }] = await Promise.all([
      import('@/outbox/queue/browser-outbox'),
      import('@/outbox/queue/entry'),
    ]);
    return (await outbox.entries(farmer)).filter(isUnsent).length;
  } catch (error) {
    console.warn('The writes of this phone cannot be read', error);
    return 0;
  }
}
