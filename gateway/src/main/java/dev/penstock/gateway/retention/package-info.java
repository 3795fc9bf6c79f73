/** What has outlived its retention goes by itself, about once a day (design 8, "Retention"). */
package dev.penstock.gateway.retention;
