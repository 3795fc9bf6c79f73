package dev.penstock.store.jdbc.postgres;

/**
 * Which history of which database this is (design 8). A restored copy has another system or another number, a standby
 * that took over another timeline; both may lack what was committed last.
 *
 * @param system the cluster's identifier
 * @param timeline the history that the server writes now; empty on a standby
 * @param database the database's number in its cluster
 */
record ServerIdentity(String system, String timeline, String database) {

    /** Its columns in a select, as {@link ServerMoment} reads them. */
    static final String COLUMNS = """
            (SELECT system_identifier::text FROM pg_control_system()),
            CASE WHEN pg_is_in_recovery() THEN ''
                 ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END,
            (SELECT oid::text FROM pg_database WHERE datname = current_database())""";

    String text() {
        return system + "/" + timeline + "/" + database;
    }
}
