/** What has outlived its retention goes by itself, about hourly (design 8, "Retention"). */
package dev.penstock.gateway.retention;
