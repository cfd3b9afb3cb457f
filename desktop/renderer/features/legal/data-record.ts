/** What one table keeps about people: why, for how long, and who can see it. */
export interface DataRecord {
  /** Name of the table in the database. */
  table: string;
  title: string;
  holds: string;
  purpose: string;
  retention: string;
  visibility: string;
}
