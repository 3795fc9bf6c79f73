/** Who may call: the keys of tenants, looked up in memory, and their ceilings (R-TENANT-1). */
package dev.penstock.gateway.tenant;
