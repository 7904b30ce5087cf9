import { useState } from 'react';
import { NumberField } from '@/shared/forms/number-field';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Combobox } from '@/shared/ui/combobox';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Disclosure } from '@/shared/ui/disclosure';
import { SelectField, TextField } from '@/shared/ui/field';
import { Menu } from '@/shared/ui/menu';
import { OutwardLink } from '@/shared/ui/outward-link';
import { Panel } from '@/shared/ui/panel';
import { PersonIcon, SignOutIcon, SproutIcon } from '@/shared/ui/screen-icons';
import { SortButton } from '@/shared/ui/sort-button';
import { Actions, Stack } from '@/shared/ui/stack';
import styles from './gallery.module.css';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function Controls() {
  return (
    <>
      <Panel title="Buttons">
        {[false, true].map((disabled) => (
          <Actions key={String(disabled)}>
            {LOOKS.map((look) => (
              <Button key={look} look={look} disabled={disabled}>
                {disabled ? `${look}, saving...` : look}
              </Button>
            ))}
          </Actions>
        ))}
        <Actions>
          <ButtonLink href="/_ui">A link</ButtonLink>
          <OutwardLink wide href="/_ui">
            A way out of the app
          </OutwardLink>
          <Button look="secondary">
            <SproutIcon />
            With an icon
          </Button>
          <SortButton label="Sort by Met" direction="descending" onToggle={() => {}} />
          <SortButton label="Sort by Met" direction="ascending" onToggle={() => {}} />
        </Actions>
        <Button wide>Wide</Button>
      </Panel>
      <Panel title="Fields">
        <div className={styles.fields}>
          <TextField label="Text" defaultValue="98765 43210" />
          <TextField label="With a hint" hint="Your phone number" />
          <TextField label="Wrong" hint="Your village" error="Please enter a place." defaultValue=" " />
          <TextField label="Read only" readOnly value="murugan@example.in" />
          <NumberField label="Number with its unit" unit="hectares" step={0.01} defaultValue={1.25} />
          <NumberField label="Wrong number" unit="kg per hectare" error="Enter a number from 0 to 2000." />
          <SelectField label="Select" defaultValue="MAIZE">
            <option>PADDY</option>
            <option>MAIZE</option>
          </SelectField>
          <SelectField label="Wrong select" error="Please select a crop.">
            <option>Select a crop</option>
          </SelectField>
        </div>
      </Panel>
    </>
  );
}

const DISTRICTS = [
  { id: 'a', label: 'Erode, Tamil Nadu', note: 'ஈரோடு' },
  { id: 'b', label: 'East Godavari, Andhra Pradesh' },
];

/** Controls that open: the menu, the dialog, the combobox. */
export function Opening() {
  const [place, setPlace] = useState('');
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="What opens">
      <Stack>
        <Combobox
          label="Text with suggestions"
          hint="Type anything"
          value={place}
          onType={setPlace}
          options={place ? DISTRICTS : []}
          onChoose={(id) => setPlace(DISTRICTS.find((one) => one.id === id)?.label ?? '')}
          listLabel="Suggestions"
          announcement="2 suggestions"
        />
        <div className={styles.row}>
          <Menu
            label="Menu"
            button={<>Menu</>}
            items={[
              { id: 'profile', label: 'Profile', href: '/_ui', icon: <PersonIcon /> },
              { id: 'out', label: 'Sign Out', onSelect: () => {}, icon: <SignOutIcon /> },
            ]}
          />
          <Button look="secondary" onClick={() => setAsking(true)}>
            Ask
          </Button>
        </div>
        <div>
          <Disclosure label="Why PADDY?">
            {() => <p>On land like yours, 22 of every 100 hectares grow paddy.</p>}
          </Disclosure>
        </div>
      </Stack>
      {asking && (
        <ConfirmDialog
          title="Withdraw this sowing?"
          confirm="Withdraw"
          cancel="Keep it"
          busy={false}
          onConfirm={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        >
          <p>Do this only if it was entered by mistake.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
