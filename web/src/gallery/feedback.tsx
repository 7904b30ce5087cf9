import { Avatar } from '@/shared/ui/avatar';
import { Banner } from '@/shared/ui/banner';
import { Button, ButtonLink } from '@/shared/ui/button';
import { EmptyState, ErrorMessage, LoadError } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import { Actions } from '@/shared/ui/stack';
import styles from './gallery.module.css';

/** Messages and notices. */
export function Feedback() {
  const { succeed, fail } = useNotices();
  return (
    <>
      <Panel title="Messages">
        <ErrorMessage>Failed to add crop details. Please try again.</ErrorMessage>
        <LoadError message="Error fetching sowing data." onRetry={() => {}} />
        <EmptyState message="No sowing data available.">
          <ButtonLink href="/_ui">Sow Crop</ButtonLink>
        </EmptyState>
        <Loading />
        <Actions>
          <Button
            look="secondary"
            onClick={() => succeed('Place updated successfully!', 'Erode, Tamil Nadu')}
          >
            Succeed
          </Button>
          <Button look="secondary" onClick={() => fail('You could not be signed out.')}>
            Fail
          </Button>
          <Button look="secondary" disabled>
            Show more
          </Button>
        </Actions>
      </Panel>
      <Banner message="Your profile is not complete. Tell us your phone number and place.">
        <ButtonLink href="/_ui">Complete Your Profile</ButtonLink>
      </Banner>
      <Panel title="Avatars">
        <div className={styles.row}>
          <Avatar name="Meena Devi" photoUrl={null} />
          <Avatar name="கார்த்திக் சுந்தரம்" photoUrl="javascript:alert(1)" />
          <Avatar name="" photoUrl={null} />
          <Avatar name="Murugan Selvam" photoUrl={null} large />
        </div>
      </Panel>
    </>
  );
}
