package dev.penstock.store.jdbc.postgres;

/**
 * Which history of which database this is (design 8). A restored copy has another system or another number, a standby
 * that took over another timeline, and a dump that was restored into the same database other tables; all of them may lack
 * what was committed last.
 *
 * @param system the cluster's identifier
 * @param timeline the history that the server writes now; empty on a standby
 * @param database the database's number in its cluster
 * @param table the number of the operations' table in the database; empty where there is none
 */
record ServerIdentity(String system, String timeline, String database, String table) {

    /** Its columns in a select, as {@link ServerMoment} reads them. */
    static final String COLUMNS = """
            (SELECT system_identifier::text FROM pg_control_system()),
            CASE WHEN pg_is_in_recovery() THEN ''
                 ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END,
            (SELECT oid::text FROM pg_database WHERE datname = current_database()),
            coalesce(to_regclass('operation')::oid::text, '')""";

    /** Where the store is. The table is not in it: stores that were made before it was asked for remember this text. */
    String text() {
        return system + "/" + timeline + "/" + database;
    }
}
