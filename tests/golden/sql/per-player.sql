WITH _1_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_1_p2 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p2_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p2_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_1_p3 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p3_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p3_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_1_p4 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p4_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p4_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d2"
  FROM "payments" AS f
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d2", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_1_p2_rows AS (
  SELECT "d2", quantile_cont(CAST("_1_p2_value" AS DOUBLE), 0.5) AS "p2"
  FROM _1_p2
  GROUP BY 1
),
_1_p3_rows AS (
  SELECT "d2", CAST(max("_1_p3_value") AS DOUBLE) AS "p3"
  FROM _1_p3
  GROUP BY 1
),
_1_p4_rows AS (
  SELECT "d2", CAST(min("_1_p4_value") AS DOUBLE) AS "p4"
  FROM _1_p4
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d2", max("p1") AS "p1", max("p2") AS "p2", max("p3") AS "p3", max("p4") AS "p4"
  FROM (
    SELECT "d2", NULL AS "p1", NULL AS "p2", NULL AS "p3", NULL AS "p4"
    FROM _1
    UNION ALL
    SELECT "d2", "p1", NULL AS "p2", NULL AS "p3", NULL AS "p4"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d2", NULL AS "p1", "p2", NULL AS "p3", NULL AS "p4"
    FROM _1_p2_rows
    UNION ALL
    SELECT "d2", NULL AS "p1", NULL AS "p2", "p3", NULL AS "p4"
    FROM _1_p3_rows
    UNION ALL
    SELECT "d2", NULL AS "p1", NULL AS "p2", NULL AS "p3", "p4"
    FROM _1_p4_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
    FROM _1_p1
    GROUP BY 1
  ) AS sums) AS "p1", (SELECT quantile_cont(CAST("_1_p2_value" AS DOUBLE), 0.5) FROM (
    SELECT "_1_p2_per", sum("_1_p2_value") AS "_1_p2_value"
    FROM _1_p2
    GROUP BY 1
  ) AS sums) AS "p2", (SELECT CAST(max("_1_p3_value") AS DOUBLE) FROM (
    SELECT "_1_p3_per", sum("_1_p3_value") AS "_1_p3_value"
    FROM _1_p3
    GROUP BY 1
  ) AS sums) AS "p3", (SELECT CAST(min("_1_p4_value") AS DOUBLE) FROM (
    SELECT "_1_p4_per", sum("_1_p4_value") AS "_1_p4_value"
    FROM _1_p4
    GROUP BY 1
  ) AS sums) AS "p4"
  UNION ALL
  SELECT 1 AS "_level", "d2", "p1", "p2", "p3", "p4"
  FROM _rows
)
SELECT r."d2", r."p1", r."p2", r."p3", r."p4", r."p9"
FROM (
  SELECT r.*, r."p3" / nullif(r."p1", 0) AS "p9"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
