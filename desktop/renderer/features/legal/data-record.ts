/** The content of one table: its purpose, how long it is stored, and who can see it. */
export interface DataRecord {
  /** Name of the table in the database. */
  table: string;
  title: string;
  content: string;
  purpose: string;
  retention: string;
  visibility: string;
}
