-- The newest step that a release must know to use a database with this one. A release of before does without the others.
ALTER TABLE schema_migrations ADD COLUMN needs BIGINT;
