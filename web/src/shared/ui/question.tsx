import type { ReactNode } from 'react';
import styles from './question.module.css';

interface QuestionProps {
  /** For `aria-describedby` of the field. */
  id?: string;
  question: ReactNode;
  /** A button for each answer. */
  children: ReactNode;
}

/** Renders a question below a field, with a choice of answers. */
export const Question = ({ id, question, children }: QuestionProps) => (
  <fieldset className={styles.question}>
    <legend id={id}>{question}</legend>
    {children}
  </fieldset>
);
