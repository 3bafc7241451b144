-- $1 = ["a"]
WITH _1_p3 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p3_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p3_value"
  FROM "payments" AS f
  WHERE f."game" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d2", CAST(max("_1_p3_value") AS DOUBLE) AS "p3"
  FROM _1_p3
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (SELECT CAST(max("_1_p3_value") AS DOUBLE) FROM (
    SELECT "_1_p3_per", sum("_1_p3_value") AS "_1_p3_value"
    FROM _1_p3
    GROUP BY 1
  ) AS sums) AS "p3"
  UNION ALL
  SELECT 1 AS "_level", "d2", "p3"
  FROM _rows
)
SELECT r."d2", r."p3"
FROM _levels AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
