-- What tells rows apart leads in the keys: of two indexes that both begin with the tenant the planner may take the wrong one while the
-- table is new and has no statistics, reads all rows of the tenant by it, and keeps that plan.
ALTER TABLE operation
    DROP CONSTRAINT operation_tenant_op_key_generation_key,
    DROP CONSTRAINT operation_tenant_operation_id_generation_key,
    ADD CONSTRAINT operation_op_key_tenant_generation_key UNIQUE (op_key, tenant, generation),
    ADD CONSTRAINT operation_operation_id_tenant_generation_key UNIQUE (operation_id, tenant, generation);

-- One tenant's operations in their order. Only a query that says that generations are positive, which they are, can use it:
-- the look-ups above cannot take it by mistake.
CREATE INDEX operation_listing ON operation (tenant, operation_id, generation) WHERE generation > 0;
