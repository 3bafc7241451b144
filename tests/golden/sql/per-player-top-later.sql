WITH _1 AS (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p8"
  FROM "payments" AS f
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d2", sum("p8") AS "p8"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d2", TRUE AS "_first"
  FROM (
    SELECT "d2", coalesce("p8", 0) AS "p8"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p8" DESC NULLS LAST, r."d2" ASC NULLS LAST
  LIMIT 1
),
_1_p1_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN f."channel" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM f."channel"
  GROUP BY 1, 2, 3
),
_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p8") AS "p8"
  FROM _1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _1."d2"
  GROUP BY 1, 2
),
_1_p1_top_rows AS (
  SELECT "d2", "_other", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1_top
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d2", "_other", max("p1") AS "p1", sum("p8") AS "p8"
  FROM (
    SELECT "d2", "_other", NULL AS "p1", "p8"
    FROM _1_top
    UNION ALL
    SELECT "d2", "_other", "p1", NULL AS "p8"
    FROM _1_p1_top_rows
  ) AS _all
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
    FROM _1_p1_top
    GROUP BY 1
  ) AS sums) AS "p1", sum("p8") AS "p8"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "_other", "p1", "p8"
  FROM _rows
)
SELECT r."d2", r."p1", r."p8", r."_other"
FROM (
  SELECT "_level", "d2", "_other", "p1", coalesce("p8", 0) AS "p8"
  FROM _levels
) AS r
ORDER BY r."_level", r."_other", r."p8" DESC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
