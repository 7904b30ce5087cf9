import type { ReactNode } from 'react';
import styles from './question.module.css';

interface QuestionProps {
  /** For what the question is about, to point at it. */
  id?: string;
  question: ReactNode;
  /** A button for each answer. */
  children: ReactNode;
}

/** Asks below a field which of a few things is meant. */
export const Question = ({ id, question, children }: QuestionProps) => (
  <fieldset className={styles.question}>
    <legend id={id}>{question}</legend>
    {children}
  </fieldset>
);
