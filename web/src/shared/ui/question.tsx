import type { ReactNode } from 'react';
import styles from './question.module.css';

interface QuestionProps {
  /** For `aria-describedby` of the field. */
  id?: string;
  question: ReactNode;
  /** A button for each answer. */
  children: ReactNode;
}

export const Question = ({ id, question, children }: QuestionProps) => (
  <fieldset className={styles.question}>
    <legend id={id}>{question}</legend>
    {children}
  </fieldset>
);
